// Rows by id; a fact gives its current version.
CALL {
  UNWIND $p.ep AS id MATCH (x:Episode {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $p.e AS id MATCH (x:Entity {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $p.e AS id MATCH (x:MergedEntity {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $p.a AS id MATCH (x:Alias {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $p.s AS id MATCH (x:Support {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $p.x AS id MATCH (x:Ending {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $p.v AS id MATCH (x:Version {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $p.g AS id MATCH (x:Subgoal {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $p.r AS id MATCH (x:Relation {namespace: $namespace, id: id}) RETURN x
  UNION ALL
  UNWIND $p.f AS id MATCH (f:Fact {namespace: $namespace, id: id})
  MATCH (x:Version {namespace: $namespace, id: f.current}) RETURN x
}
WITH collect([x.id, x.body]) AS rows
