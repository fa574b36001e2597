// Properties that older nodes lack.
// == fact
UNWIND $p.rows AS row MATCH (x:Fact {namespace: $namespace, id: row.id}) SET x += row
// == episode
UNWIND $p.rows AS row MATCH (x:Episode {namespace: $namespace, id: row.id}) SET x += row
// == entity
UNWIND $p.rows AS row MATCH (x:Entity {namespace: $namespace, id: row.id}) SET x += row
// == merged
UNWIND $p.rows AS row MATCH (x:MergedEntity {namespace: $namespace, id: row.id}) SET x += row
