// The names of some entities, and who was merged into them.
CALL {
  UNWIND $p.ids AS id MATCH (x:Alias {namespace: $namespace, entity: id}) RETURN x
  UNION ALL
  UNWIND $p.ids AS id MATCH (x:MergedEntity {namespace: $namespace, merged_into: id}) RETURN x
}
RETURN x.id AS id, x.body AS body
