// Journal entries.
// == since
MATCH (x:Journal) WHERE x.namespace = $namespace AND x.seq > $since AND x.seq <= $until
WITH x ORDER BY x.namespace, x.seq LIMIT $limit
WITH collect([x.seq, x.step, x.time, x.op, x.author, x.cause, x.reason, x.score, x.payload]) AS rows
// == step
MATCH (x:Journal {namespace: $namespace, step: $step})
WITH x ORDER BY x.seq
WITH collect([x.seq, x.step, x.time, x.op, x.author, x.cause, x.reason, x.score, x.payload]) AS rows
// == past
MATCH (x:Journal) WHERE x.namespace = $namespace AND x.seq > $since AND x.seq <= $until
WITH x ORDER BY x.seq
RETURN collect(x.before) AS before
