// The episodes before and after a place in a thread.
UNWIND $p.places AS place
OPTIONAL MATCH (x:Episode) WHERE x.namespace = $namespace AND x.thread = place.thread AND x.time = place.time AND x.number < place.number AND NOT x.id IN $p.without
WITH place, max(x.number) AS tied_before
CALL {
  WITH place MATCH (x:Episode) WHERE x.namespace = $namespace AND x.thread = place.thread AND x.time < place.time AND x.number >= 0 AND NOT x.id IN $p.without
  RETURN x.id AS earlier ORDER BY x.namespace DESC, x.thread DESC, x.time DESC, x.number DESC LIMIT 1
  UNION ALL WITH place RETURN NULL AS earlier
}
WITH place, tied_before, head(collect(earlier)) AS earlier
OPTIONAL MATCH (x:Episode) WHERE x.namespace = $namespace AND x.thread = place.thread AND x.time = place.time AND x.number > place.number AND NOT x.id IN $p.without
WITH place, tied_before, earlier, min(x.number) AS tied_after
CALL {
  WITH place MATCH (x:Episode) WHERE x.namespace = $namespace AND x.thread = place.thread AND x.time > place.time AND x.number >= 0 AND NOT x.id IN $p.without
  RETURN x.id AS later ORDER BY x.namespace, x.thread, x.time, x.number LIMIT 1
  UNION ALL WITH place RETURN NULL AS later
}
WITH place, tied_before, earlier, tied_after, head(collect(later)) AS later
WITH place, CASE WHEN tied_before IS NULL THEN earlier ELSE 'ep' + tied_before END AS before, CASE WHEN tied_after IS NULL THEN later ELSE 'ep' + tied_after END AS after
OPTIONAL MATCH (b:Episode {namespace: $namespace, id: before})
RETURN place.id AS id, before, after, b.time AS time, b.session AS session
