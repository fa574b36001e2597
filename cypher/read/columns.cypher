// What a snapshot is loaded from, a page between `$after` and `$before`; words and vectors come with their rows.
// Columns as lists, nothing for what a row lacks: a list for each row costs the client more than all that is in it.
// == fact
MATCH (x:Fact) WHERE x.namespace = $namespace AND x.id > $after AND x.id < $before
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect(x.id) AS c0, collect(x.packed) AS c1, collect(x.relation) AS c2, collect(x.text) AS c3, collect(coalesce(x.fillers, $none)) AS c4, collect(coalesce(x.terms, $none)) AS c5, collect(coalesce(x[$property], $none)) AS c6
WITH [c0, c1, c2, c3, c4, c5, c6] AS rows
// == support
MATCH (x:Support) WHERE x.namespace = $namespace AND x.id > $after AND x.id < $before
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect(x.id) AS c0, collect(x.fact) AS c1, collect(x.episode) AS c2
WITH [c0, c1, c2] AS rows
// == episode
MATCH (x:Episode) WHERE x.namespace = $namespace AND x.id > $after AND x.id < $before
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect(x.id) AS c0, collect(coalesce(x.subgoal_id, '')) AS c1, collect(x.time) AS c2, collect(x.trust) AS c3, collect(x.state) AS c4, collect(x.thread) AS c5, collect(coalesce(x.speaker, '')) AS c6, collect(x.role) AS c7, collect(x.origin) AS c8, collect(coalesce(x.terms, $none)) AS c9, collect(coalesce(x[$property], $none)) AS c10
WITH [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10] AS rows
// == entity
MATCH (x:Entity) WHERE x.namespace = $namespace AND x.id > $after AND x.id < $before
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect(x.id) AS c0, collect(coalesce(x.merged_into, '')) AS c1, collect(x.named) AS c2, collect(x.name) AS c3, collect(x.type) AS c4, collect($none) AS c5, collect(coalesce(x[$property], $none)) AS c6
WITH [c0, c1, c2, c3, c4, c5, c6] AS rows
// == merged
MATCH (x:MergedEntity) WHERE x.namespace = $namespace AND x.id > $after AND x.id < $before
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect(x.id) AS c0, collect(coalesce(x.merged_into, '')) AS c1, collect(x.named) AS c2, collect(x.name) AS c3, collect(x.type) AS c4, collect($none) AS c5, collect(coalesce(x[$property], $none)) AS c6
WITH [c0, c1, c2, c3, c4, c5, c6] AS rows
// == alias
MATCH (x:Alias) WHERE x.namespace = $namespace AND x.id > $after AND x.id < $before
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect(x.id) AS c0, collect(x.entity) AS c1, collect(x.name) AS c2
WITH [c0, c1, c2] AS rows
// == bytes.fact
MATCH (x:Fact) WHERE x.namespace = $namespace AND x.id > $after
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x[$property]]) AS rows
// == bytes.episode
MATCH (x:Episode) WHERE x.namespace = $namespace AND x.id > $after
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x[$property]]) AS rows
// == bytes.entity
MATCH (x:Entity) WHERE x.namespace = $namespace AND x.id > $after
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x[$property]]) AS rows
// == bytes.merged
MATCH (x:MergedEntity) WHERE x.namespace = $namespace AND x.id > $after
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x[$property]]) AS rows
