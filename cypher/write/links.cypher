// The neighbours in their thread of episodes that go.
UNWIND $p.ids AS id
MATCH (x:Episode {namespace: $namespace, id: id})
OPTIONAL MATCH (p:Episode)-[:NEXT]->(x)
OPTIONAL MATCH (x)-[:NEXT]->(n:Episode)
RETURN x.id AS id, p.id AS before, n.id AS after
