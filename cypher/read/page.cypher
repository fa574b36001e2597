// All rows of a kind, a page after `$after` in the order of the index.
// == episode
MATCH (x:Episode) WHERE x.namespace = $namespace AND x.id > $after
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x.body]) AS rows
// == entity
MATCH (x:Entity) WHERE x.namespace = $namespace AND x.id > $after
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x.body]) AS rows
// == merged
MATCH (x:MergedEntity) WHERE x.namespace = $namespace AND x.id > $after
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x.body]) AS rows
// == relation
MATCH (x:Relation) WHERE x.namespace = $namespace AND x.id > $after
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x.body]) AS rows
// == alias
MATCH (x:Alias) WHERE x.namespace = $namespace AND x.id > $after
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x.body]) AS rows
// == support
MATCH (x:Support) WHERE x.namespace = $namespace AND x.id > $after
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x.body]) AS rows
// == ending
MATCH (x:Ending) WHERE x.namespace = $namespace AND x.id > $after
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x.body]) AS rows
// == version
MATCH (x:Version) WHERE x.namespace = $namespace AND x.id > $after
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x.body]) AS rows
// == subgoal
MATCH (x:Subgoal) WHERE x.namespace = $namespace AND x.id > $after
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x.body]) AS rows
