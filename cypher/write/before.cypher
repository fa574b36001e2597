// The rows that a change will touch, as they are.
CALL {
  UNWIND $p.ep AS id MATCH (x:Episode {namespace: $namespace, id: id}) RETURN x, true AS whole
  UNION ALL
  UNWIND $p.e AS id MATCH (x:Entity {namespace: $namespace, id: id}) RETURN x, true AS whole
  UNION ALL
  UNWIND $p.e AS id MATCH (x:MergedEntity {namespace: $namespace, id: id}) RETURN x, true AS whole
  UNION ALL
  UNWIND $p.a AS id MATCH (x:Alias {namespace: $namespace, id: id}) RETURN x, true AS whole
  UNION ALL
  UNWIND $p.s AS id MATCH (x:Support {namespace: $namespace, id: id}) RETURN x, true AS whole
  UNION ALL
  UNWIND $p.x AS id MATCH (x:Ending {namespace: $namespace, id: id}) RETURN x, true AS whole
  UNION ALL
  UNWIND $p.v AS id MATCH (x:Version {namespace: $namespace, id: id}) RETURN x, true AS whole
  UNION ALL
  UNWIND $p.g AS id MATCH (x:Subgoal {namespace: $namespace, id: id}) RETURN x, true AS whole
  UNION ALL
  UNWIND $p.r AS id MATCH (x:Relation {namespace: $namespace, id: id}) RETURN x, true AS whole
  UNION ALL
  UNWIND $p.f AS id MATCH (x:Fact {namespace: $namespace, id: id}) RETURN x, true AS whole
  UNION ALL
  UNWIND $p.named AS id MATCH (x:Entity {namespace: $namespace, id: id}) RETURN x, false AS whole
  UNION ALL
  UNWIND $p.named AS id MATCH (x:MergedEntity {namespace: $namespace, id: id}) RETURN x, false AS whole
}
RETURN x.id AS id, x.body AS body, x.current AS current, CASE WHEN whole THEN x.terms END AS terms, CASE WHEN whole THEN x[$vector] END AS vector
