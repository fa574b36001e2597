// What a snapshot is loaded from, a page between `$after` and `$before`; words and vectors come with their rows.
// == fact
MATCH (x:Fact) WHERE x.namespace = $namespace AND x.id > $after AND x.id < $before
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x.packed, x.relation, x.text, x.fillers, x.terms, x[$property]]) AS rows
// == support
MATCH (x:Support) WHERE x.namespace = $namespace AND x.id > $after AND x.id < $before
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x.fact, x.episode]) AS rows
// == episode
MATCH (x:Episode) WHERE x.namespace = $namespace AND x.id > $after AND x.id < $before
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x.subgoal_id, x.time, x.trust, x.state, x.thread, x.speaker, x.role, x.origin, x.terms, x[$property]]) AS rows
// == entity
MATCH (x:Entity) WHERE x.namespace = $namespace AND x.id > $after AND x.id < $before
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x.merged_into, x.named, x.name, x.type, NULL, x[$property]]) AS rows
// == merged
MATCH (x:MergedEntity) WHERE x.namespace = $namespace AND x.id > $after AND x.id < $before
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x.merged_into, x.named, x.name, x.type, NULL, x[$property]]) AS rows
// == alias
MATCH (x:Alias) WHERE x.namespace = $namespace AND x.id > $after AND x.id < $before
WITH x ORDER BY x.namespace, x.id LIMIT $limit
WITH collect([x.id, x.entity, x.name]) AS rows
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
