// The rows that a change will touch, as they are.
CALL {
  UNWIND $ep AS id MATCH (x:Episode {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $e AS id MATCH (x:Entity {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $e AS id MATCH (x:MergedEntity {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $a AS id MATCH (x:Alias {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $s AS id MATCH (x:Support {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $x AS id MATCH (x:Ending {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $v AS id MATCH (x:Version {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $g AS id MATCH (x:Subgoal {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $r AS id MATCH (x:Relation {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $f AS id MATCH (x:Fact {namespace: $namespace, id: id}) RETURN x
}
RETURN x.id AS id, x.body AS body, x.current AS current, x.terms AS terms, x[$vector] AS vector
