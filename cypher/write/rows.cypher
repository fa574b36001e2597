// Rows that come or change; a value that is null is one that the row lacks.
CALL { UNWIND $p.merging AS id MATCH (x:Entity {namespace: $namespace, id: id}) SET x:MergedEntity REMOVE x:Entity, x.aliases }
CALL { UNWIND $p.splitting AS id MATCH (x:MergedEntity {namespace: $namespace, id: id}) SET x:Entity REMOVE x:MergedEntity, x.merged_into }
CALL { UNWIND $p.ep AS row MERGE (x:Episode {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.e AS row MERGE (x:Entity {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.m AS row MERGE (x:MergedEntity {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.f AS row MERGE (x:Fact {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.v AS row MERGE (x:Version {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.a AS row MERGE (x:Alias {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.s AS row MERGE (x:Support {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.x AS row MERGE (x:Ending {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.g AS row MERGE (x:Subgoal {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.r AS row MERGE (x:Relation {namespace: $namespace, id: row.id}) SET x += row }
