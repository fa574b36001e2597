// The edges of facts that came back under an old id: their rows were there before them.
CALL { UNWIND $p.facts AS id MATCH (f:Fact {namespace: $namespace, id: id}) MATCH (v:Version {namespace: $namespace, fact: id}) MERGE (f)-[:HAS_VERSION]->(v) }
CALL {
  UNWIND $p.facts AS id MATCH (f:Fact {namespace: $namespace, id: id}) MATCH (s:Support {namespace: $namespace, fact: id})
  MATCH (e:Episode {namespace: $namespace, id: s.episode})
  MERGE (f)-[r:SUPPORTED_BY {id: s.id}]->(e) SET r.start = s.start, r.end = s.end
}
CALL {
  UNWIND $p.facts AS id MATCH (f:Fact {namespace: $namespace, id: id}) MATCH (x:Ending {namespace: $namespace, fact: id})
  MATCH (by:Fact {namespace: $namespace, id: x.by})
  MERGE (f)-[r:ENDED_BY {id: x.id}]->(by) SET r.kind = x.kind, r.at = x.at
}
CALL {
  UNWIND $p.facts AS id MATCH (by:Fact {namespace: $namespace, id: id}) MATCH (x:Ending {namespace: $namespace, by: id})
  MATCH (f:Fact {namespace: $namespace, id: x.fact})
  MERGE (f)-[r:ENDED_BY {id: x.id}]->(by) SET r.kind = x.kind, r.at = x.at
}
