// What does not fit together: each statement gives rows only when something is wrong.
// == journal_with_holes
MATCH (n:Namespace) WHERE n.name >= '' AND n.dropping IS NULL
CALL { WITH n MATCH (j:Journal) WHERE j.namespace = n.name AND j.seq >= 0 RETURN count(j) AS entries, coalesce(max(j.seq), 0) AS last }
WITH n, entries, last WHERE entries <> n.revision OR last <> n.revision
RETURN n.name, 'revision ' + n.revision, 'entries ' + entries
// == rows_of_no_namespace
MATCH (x:Fact|Version|Episode|Entity|MergedEntity|Alias|Support|Ending|Subgoal|Relation|Journal)
WITH DISTINCT x.namespace AS name
OPTIONAL MATCH (n:Namespace {name: name})
WITH name, n WHERE n IS NULL
RETURN name
// == facts_without_their_current_version
MATCH (f:Fact)
OPTIONAL MATCH (v:Version {namespace: f.namespace, id: f.current})
WITH f, v WHERE v IS NULL OR v.fact <> f.id OR v.recorded_to IS NOT NULL
RETURN f.namespace, f.id LIMIT 20
// == facts_not_drawn_to_their_version
MATCH (f:Fact) WHERE NOT (f)-[:HAS_VERSION]->(:Version)
RETURN f.namespace, f.id LIMIT 20
// == edges_between_namespaces
MATCH (a:Fact)-[r]->(b) WHERE a.namespace <> b.namespace
RETURN a.namespace, a.id, b.namespace, b.id LIMIT 20
// == indexes_not_online
SHOW INDEXES YIELD name, state WHERE name STARTS WITH 'kgmem_' AND state <> 'ONLINE'
RETURN name, state
