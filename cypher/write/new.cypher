// Rows whose ids were never given out before; their constraints hold all the same. Versions and supports draw their edge.
CALL { UNWIND $p.ep AS row CREATE (x:Episode {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.e AS row CREATE (x:Entity {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.m AS row CREATE (x:MergedEntity {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.f AS row CREATE (x:Fact {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.v AS row CREATE (x:Version {namespace: $namespace, id: row.id}) SET x += row WITH x, row MATCH (f:Fact {namespace: $namespace, id: row.fact}) CREATE (f)-[:HAS_VERSION]->(x) }
CALL { UNWIND $p.a AS row CREATE (x:Alias {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.s AS row CREATE (x:Support {namespace: $namespace, id: row.id}) SET x += row WITH row MATCH (f:Fact {namespace: $namespace, id: row.fact}) MATCH (e:Episode {namespace: $namespace, id: row.episode}) CREATE (f)-[:SUPPORTED_BY {id: row.id, start: row.start, end: row.end}]->(e) }
CALL { UNWIND $p.x AS row CREATE (x:Ending {namespace: $namespace, id: row.id}) SET x += row }
CALL { UNWIND $p.g AS row CREATE (x:Subgoal {namespace: $namespace, id: row.id}) SET x += row }
