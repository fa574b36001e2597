// The current versions of facts in which some entities stand.
CALL {
  UNWIND $p.ids AS id MATCH (f:Fact {namespace: $namespace, subject_id: id}) WHERE f.number >= 0 RETURN f
  UNION
  UNWIND $p.ids AS id MATCH (f:Fact {namespace: $namespace, object_id: id}) WHERE f.number >= 0 RETURN f
  UNION
  UNWIND $p.roots AS id MATCH (:Entity {namespace: $namespace, id: id})<-[:QUALIFIER]-(f:Fact) RETURN f
}
MATCH (v:Version {namespace: $namespace, id: f.current})
RETURN v.id AS id, v.body AS body
