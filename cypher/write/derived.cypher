// Vectors, terms and names of nodes that are not written otherwise.
CALL { UNWIND $p.f AS row MATCH (x:Fact {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.ep AS row MATCH (x:Episode {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.e AS row MATCH (x:Entity {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.e AS row MATCH (x:MergedEntity {namespace: $namespace, id: row.id}) SET x += row }
