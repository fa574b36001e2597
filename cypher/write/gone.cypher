// Rows that go, with the edges drawn from them.
CALL { UNWIND $p.ep AS id MATCH (x:Episode {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $p.e AS id MATCH (x:Entity {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $p.a AS id MATCH (x:Alias {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $p.s AS id MATCH (x:Support {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $p.x AS id MATCH (x:Ending {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $p.v AS id MATCH (x:Version {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $p.g AS id MATCH (x:Subgoal {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $p.r AS id MATCH (x:Relation {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $p.e AS id MATCH (x:MergedEntity {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $p.f AS id MATCH (x:Fact {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $p.f AS id MATCH ()-[r:FACT {namespace: $namespace, id: id}]->() DELETE r }
