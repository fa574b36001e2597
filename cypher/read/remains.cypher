// Needles that are still somewhere: in a property of ours, on an edge, in a full-text index.
// == refresh
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
// == Fact
MATCH (x:Fact)
UNWIND keys(x) AS key
WITH DISTINCT x[key] AS value, $p.needles AS needles WHERE value IS :: STRING OR value IS :: LIST<STRING NOT NULL>
WITH CASE WHEN value IS :: STRING THEN [value] ELSE value END AS texts, needles
UNWIND texts AS text
UNWIND needles AS needle
WITH needle WHERE text CONTAINS needle
RETURN DISTINCT needle
// == Version
MATCH (x:Version)
UNWIND keys(x) AS key
WITH DISTINCT x[key] AS value, $p.needles AS needles WHERE value IS :: STRING OR value IS :: LIST<STRING NOT NULL>
WITH CASE WHEN value IS :: STRING THEN [value] ELSE value END AS texts, needles
UNWIND texts AS text
UNWIND needles AS needle
WITH needle WHERE text CONTAINS needle
RETURN DISTINCT needle
// == Episode
MATCH (x:Episode)
UNWIND keys(x) AS key
WITH DISTINCT x[key] AS value, $p.needles AS needles WHERE value IS :: STRING OR value IS :: LIST<STRING NOT NULL>
WITH CASE WHEN value IS :: STRING THEN [value] ELSE value END AS texts, needles
UNWIND texts AS text
UNWIND needles AS needle
WITH needle WHERE text CONTAINS needle
RETURN DISTINCT needle
// == Entity
MATCH (x:Entity)
UNWIND keys(x) AS key
WITH DISTINCT x[key] AS value, $p.needles AS needles WHERE value IS :: STRING OR value IS :: LIST<STRING NOT NULL>
WITH CASE WHEN value IS :: STRING THEN [value] ELSE value END AS texts, needles
UNWIND texts AS text
UNWIND needles AS needle
WITH needle WHERE text CONTAINS needle
RETURN DISTINCT needle
// == MergedEntity
MATCH (x:MergedEntity)
UNWIND keys(x) AS key
WITH DISTINCT x[key] AS value, $p.needles AS needles WHERE value IS :: STRING OR value IS :: LIST<STRING NOT NULL>
WITH CASE WHEN value IS :: STRING THEN [value] ELSE value END AS texts, needles
UNWIND texts AS text
UNWIND needles AS needle
WITH needle WHERE text CONTAINS needle
RETURN DISTINCT needle
// == Alias
MATCH (x:Alias)
UNWIND keys(x) AS key
WITH DISTINCT x[key] AS value, $p.needles AS needles WHERE value IS :: STRING OR value IS :: LIST<STRING NOT NULL>
WITH CASE WHEN value IS :: STRING THEN [value] ELSE value END AS texts, needles
UNWIND texts AS text
UNWIND needles AS needle
WITH needle WHERE text CONTAINS needle
RETURN DISTINCT needle
// == Support
MATCH (x:Support)
UNWIND keys(x) AS key
WITH DISTINCT x[key] AS value, $p.needles AS needles WHERE value IS :: STRING OR value IS :: LIST<STRING NOT NULL>
WITH CASE WHEN value IS :: STRING THEN [value] ELSE value END AS texts, needles
UNWIND texts AS text
UNWIND needles AS needle
WITH needle WHERE text CONTAINS needle
RETURN DISTINCT needle
// == Ending
MATCH (x:Ending)
UNWIND keys(x) AS key
WITH DISTINCT x[key] AS value, $p.needles AS needles WHERE value IS :: STRING OR value IS :: LIST<STRING NOT NULL>
WITH CASE WHEN value IS :: STRING THEN [value] ELSE value END AS texts, needles
UNWIND texts AS text
UNWIND needles AS needle
WITH needle WHERE text CONTAINS needle
RETURN DISTINCT needle
// == Subgoal
MATCH (x:Subgoal)
UNWIND keys(x) AS key
WITH DISTINCT x[key] AS value, $p.needles AS needles WHERE value IS :: STRING OR value IS :: LIST<STRING NOT NULL>
WITH CASE WHEN value IS :: STRING THEN [value] ELSE value END AS texts, needles
UNWIND texts AS text
UNWIND needles AS needle
WITH needle WHERE text CONTAINS needle
RETURN DISTINCT needle
// == Relation
MATCH (x:Relation)
UNWIND keys(x) AS key
WITH DISTINCT x[key] AS value, $p.needles AS needles WHERE value IS :: STRING OR value IS :: LIST<STRING NOT NULL>
WITH CASE WHEN value IS :: STRING THEN [value] ELSE value END AS texts, needles
UNWIND texts AS text
UNWIND needles AS needle
WITH needle WHERE text CONTAINS needle
RETURN DISTINCT needle
// == Journal
MATCH (x:Journal)
UNWIND keys(x) AS key
WITH DISTINCT x[key] AS value, $p.needles AS needles WHERE value IS :: STRING OR value IS :: LIST<STRING NOT NULL>
WITH CASE WHEN value IS :: STRING THEN [value] ELSE value END AS texts, needles
UNWIND texts AS text
UNWIND needles AS needle
WITH needle WHERE text CONTAINS needle
RETURN DISTINCT needle
// == edges
MATCH (:Fact|Episode|Subgoal|Entity)-[x]->()
UNWIND keys(x) AS key
WITH DISTINCT x[key] AS value, $p.needles AS needles WHERE value IS :: STRING OR value IS :: LIST<STRING NOT NULL>
WITH CASE WHEN value IS :: STRING THEN [value] ELSE value END AS texts, needles
UNWIND texts AS text
UNWIND needles AS needle
WITH needle WHERE text CONTAINS needle
RETURN DISTINCT needle
// == words
UNWIND ['kgmem_fact_words', 'kgmem_episode_words', 'kgmem_entity_words'] AS index
UNWIND $p.phrases AS phrase
CALL db.index.fulltext.queryNodes(index, phrase[1], {limit: 50}) YIELD node
WITH phrase[0] AS needle, node WHERE any(text IN [node.text, node.name] + coalesce(node.aliases, []) WHERE text CONTAINS needle)
RETURN DISTINCT needle
