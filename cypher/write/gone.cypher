// Rows that go, with the edges drawn from them.
CALL { UNWIND $ep AS id MATCH (x:Episode {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $e AS id MATCH (x:Entity {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $a AS id MATCH (x:Alias {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $s AS id MATCH (x:Support {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $x AS id MATCH (x:Ending {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $v AS id MATCH (x:Version {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $g AS id MATCH (x:Subgoal {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $r AS id MATCH (x:Relation {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $e AS id MATCH (x:MergedEntity {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $f AS id MATCH (x:Fact {namespace: $namespace, id: id}) DETACH DELETE x }
CALL { UNWIND $f AS id MATCH ()-[r:FACT {namespace: $namespace, id: id}]->() DELETE r }
