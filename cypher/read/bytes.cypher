// Vectors or terms of some rows.
// == fact
UNWIND $p.ids AS id
MATCH (x:Fact {namespace: $namespace, id: id})
WITH x WHERE x[$property] IS NOT NULL
WITH collect([x.id, x[$property]]) AS rows
// == episode
UNWIND $p.ids AS id
MATCH (x:Episode {namespace: $namespace, id: id})
WITH x WHERE x[$property] IS NOT NULL
WITH collect([x.id, x[$property]]) AS rows
// == entity
UNWIND $p.ids AS id
MATCH (x:Entity {namespace: $namespace, id: id})
WITH x WHERE x[$property] IS NOT NULL
WITH collect([x.id, x[$property]]) AS rows
// == merged
UNWIND $p.ids AS id
MATCH (x:MergedEntity {namespace: $namespace, id: id})
WITH x WHERE x[$property] IS NOT NULL
WITH collect([x.id, x[$property]]) AS rows
