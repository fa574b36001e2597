// Vectors or terms of some rows.
// == fact
UNWIND $ids AS id
MATCH (x:Fact {namespace: $namespace, id: id})
WITH x WHERE x[$property] IS NOT NULL
WITH collect([x.id, x[$property]]) AS rows
// == episode
UNWIND $ids AS id
MATCH (x:Episode {namespace: $namespace, id: id})
WITH x WHERE x[$property] IS NOT NULL
WITH collect([x.id, x[$property]]) AS rows
// == entity
UNWIND $ids AS id
MATCH (x:Entity {namespace: $namespace, id: id})
WITH x WHERE x[$property] IS NOT NULL
WITH collect([x.id, x[$property]]) AS rows
// == merged
UNWIND $ids AS id
MATCH (x:MergedEntity {namespace: $namespace, id: id})
WITH x WHERE x[$property] IS NOT NULL
WITH collect([x.id, x[$property]]) AS rows
