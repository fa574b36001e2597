// Rows by an indexed field.
// == episode.source
UNWIND $p.values AS value
MATCH (x:Episode {namespace: $namespace, source: value})
WITH collect([x.id, x.body]) AS rows
// == episode.thread
UNWIND $p.values AS value
MATCH (x:Episode {namespace: $namespace, thread: value})
WHERE x.time >= '' AND x.number >= 0
WITH collect([x.id, x.body]) AS rows
// == episode.subgoal
UNWIND $p.values AS value
MATCH (x:Episode {namespace: $namespace, subgoal_id: value})
WITH collect([x.id, x.body]) AS rows
// == episode.state
UNWIND $p.values AS value
MATCH (x:Episode {namespace: $namespace, state: value})
WITH collect([x.id, x.body]) AS rows
// == alias.entity
UNWIND $p.values AS value
MATCH (x:Alias {namespace: $namespace, entity: value})
WITH collect([x.id, x.body]) AS rows
// == alias.episode
UNWIND $p.values AS value
MATCH (x:Alias {namespace: $namespace, episode: value})
WITH collect([x.id, x.body]) AS rows
// == alias.norm
UNWIND $p.values AS value
MATCH (x:Alias {namespace: $namespace, norm: value})
WITH collect([x.id, x.body]) AS rows
// == support.fact
UNWIND $p.values AS value
MATCH (x:Support {namespace: $namespace, fact: value})
WITH collect([x.id, x.body]) AS rows
// == support.episode
UNWIND $p.values AS value
MATCH (x:Support {namespace: $namespace, episode: value})
WITH collect([x.id, x.body]) AS rows
// == ending.fact
UNWIND $p.values AS value
MATCH (x:Ending {namespace: $namespace, fact: value})
WITH collect([x.id, x.body]) AS rows
// == ending.by
UNWIND $p.values AS value
MATCH (x:Ending {namespace: $namespace, by: value})
WITH collect([x.id, x.body]) AS rows
// == ending.episode
UNWIND $p.values AS value
MATCH (x:Ending {namespace: $namespace, episode: value})
WITH collect([x.id, x.body]) AS rows
// == version.fact
UNWIND $p.values AS value
MATCH (x:Version {namespace: $namespace, fact: value})
WITH collect([x.id, x.body]) AS rows
// == subgoal.task
UNWIND $p.values AS value
MATCH (x:Subgoal {namespace: $namespace, task: value})
WITH collect([x.id, x.body]) AS rows
// == subgoal.parent
UNWIND $p.values AS value
MATCH (x:Subgoal {namespace: $namespace, parent_id: value})
WITH collect([x.id, x.body]) AS rows
// == subgoal.status
UNWIND $p.values AS value
MATCH (x:Subgoal {namespace: $namespace, status: value})
WITH collect([x.id, x.body]) AS rows
// == entity.merged_into
UNWIND $p.values AS value
MATCH (x:MergedEntity {namespace: $namespace, merged_into: value})
WITH collect([x.id, x.body]) AS rows
// == version.subject
UNWIND $p.values AS value
MATCH (f:Fact {namespace: $namespace, subject_id: value}) WHERE f.number >= 0
MATCH (x:Version {namespace: $namespace, id: f.current})
WITH collect([x.id, x.body]) AS rows
// == version.object
UNWIND $p.values AS value
MATCH (f:Fact {namespace: $namespace, object_id: value}) WHERE f.number >= 0
MATCH (x:Version {namespace: $namespace, id: f.current})
WITH collect([x.id, x.body]) AS rows
