// The server's own search, each statement one round trip.
// == named
// Where the namespace stands, and the entities that names and words may mean, with all that is merged into them. Where there
// is no vector index and little enough, the vectors of everything too: exact scoring is the client's.
MATCH (k:Kgmem {id: 0})
OPTIONAL MATCH (n:Namespace {name: $namespace}) WHERE n.dropping IS NULL
WITH n, coalesce(n.epoch, k.epoch) AS epoch, k.generation AS generation, k.dimension AS dimension, 'vector_' + toString(k.generation % 2) AS slot
CALL {
  CALL {
    UNWIND $p.norms AS norm MATCH (x:Alias {namespace: $namespace, norm: norm}) RETURN x.entity AS id
    UNION
    UNWIND $p.norms AS norm MATCH (x:Entity {namespace: $namespace, norm: norm}) RETURN x.id AS id
    UNION
    UNWIND $p.norms AS norm MATCH (x:MergedEntity {namespace: $namespace, norm: norm}) RETURN x.id AS id
    UNION
    UNWIND $p.queries AS query CALL db.index.fulltext.queryNodes('kgmem_entity_words', query, {limit: 50}) YIELD node RETURN node.id AS id
  }
  RETURN collect(id) AS ids
}
CALL {
  WITH ids UNWIND ids AS id
  OPTIONAL MATCH (a:MergedEntity {namespace: $namespace, id: id})
  OPTIONAL MATCH (b:MergedEntity {namespace: $namespace, id: a.merged_into})
  RETURN collect(DISTINCT coalesce(b.merged_into, a.merged_into, id)) AS roots
}
CALL {
  WITH roots UNWIND roots AS root MATCH (x:MergedEntity {namespace: $namespace, merged_into: root})
  OPTIONAL MATCH (y:MergedEntity {namespace: $namespace, merged_into: x.id})
  RETURN collect(DISTINCT x) + collect(DISTINCT y) AS merged
}
CALL { WITH roots, slot UNWIND roots AS root MATCH (x:Entity {namespace: $namespace, id: root}) RETURN collect([x.id, NULL, x.named, x.name, x.type, x.body, x[slot]]) AS entities }
CALL { WITH merged, slot UNWIND merged AS x RETURN collect([x.id, x.merged_into, x.named, x.name, x.type, x.body, x[slot]]) AS others }
CALL { WITH roots, merged UNWIND roots + [x IN merged | x.id] AS id MATCH (x:Alias {namespace: $namespace, entity: id}) RETURN collect([x.id, x.entity, x.name]) AS aliases }
CALL {
  WITH n WITH n WHERE NOT coalesce(n.near_ready, false)
  CALL { MATCH (f:Fact) WHERE f.namespace = $namespace AND f.id >= '' RETURN f LIMIT $limit }
  RETURN collect(f) AS facts
}
// A list, empty for too many: what would only be filtered is read first.
WITH *, CASE WHEN 0 < size(facts) < $limit THEN [true] ELSE [] END AS few
CALL { WITH few, facts, slot UNWIND few AS all UNWIND facts AS f WITH f, slot WHERE f[slot] IS NOT NULL RETURN collect([f.id, f.subject_id, f.status, f[slot]]) AS fact_vectors }
CALL { WITH few, slot UNWIND few AS all MATCH (x:Episode) WHERE x.namespace = $namespace AND x.id >= '' WITH x, slot WHERE x[slot] IS NOT NULL RETURN collect([x.id, x[slot]]) AS episode_vectors }
CALL { WITH few, slot UNWIND few AS all MATCH (x:Entity) WHERE x.namespace = $namespace AND x.id >= '' WITH x, slot WHERE x[slot] IS NOT NULL RETURN collect([x.id, NULL, x.named, x.name, x.type, NULL, x[slot]]) AS entity_vectors }
RETURN [n.revision, epoch, n.counters, generation, dimension, n.near, coalesce(n.near_ready, false)] AS standing, entities + others AS entities, aliases, fact_vectors, episode_vectors, entity_vectors
// == around
// What is nominated by words, by the vector indexes or by the client, and what is around it; hubs are capped, never scanned.
// A vector index is asked for more than is kept: it finds the first ones more surely, and further facts about the subjects.
CALL {
  UNWIND $p.facts AS id MATCH (f:Fact {namespace: $namespace, id: id}) RETURN f
  UNION
  UNWIND $p.fact_queries AS q CALL db.index.fulltext.queryNodes('kgmem_fact_words', q[0], {limit: q[1]}) YIELD node AS f RETURN f
  UNION
  UNWIND $p.fact_indexes AS i
  CALL { WITH i CALL db.index.vector.queryNodes(i[0], i[1], $p.vector) YIELD node RETURN collect(node) AS near }
  UNWIND near[..i[2]] + [x IN near[i[2]..] WHERE x.subject_id IN $p.subjects] AS f
  RETURN f
}
WITH collect(f) AS nominated
CALL {
  CALL {
    UNWIND $p.episodes AS id MATCH (e:Episode {namespace: $namespace, id: id}) RETURN e
    UNION
    UNWIND $p.episode_indexes AS i
    CALL { WITH i CALL db.index.vector.queryNodes(i[0], i[1], $p.vector) YIELD node RETURN collect(node) AS near }
    UNWIND near[..i[2]] AS e
    RETURN e
  }
  RETURN collect(e) AS meant
}
CALL { UNWIND $p.episode_queries AS q CALL db.index.fulltext.queryNodes('kgmem_episode_words', q[0], {limit: q[1]}) YIELD node AS e RETURN collect(e) AS worded }
CALL {
  WITH nominated, meant, worded
  CALL {
    WITH meant, worded UNWIND meant + worded AS x RETURN x
    UNION
    WITH meant, worded UNWIND meant[..60] + worded[..60] AS e MATCH (e)-[:NEXT]->(x:Episode) RETURN x
    UNION
    WITH nominated UNWIND nominated AS f
    CALL { WITH f MATCH (f)-[:SUPPORTED_BY]->(x:Episode) RETURN x LIMIT 8 }
    RETURN x
  }
  RETURN collect(x) AS pool
}
CALL {
  CALL {
    UNWIND $p.linked AS id RETURN id
    UNION
    UNWIND $p.entity_indexes AS i CALL db.index.vector.queryNodes(i[0], i[1], $p.vector) YIELD node AS x RETURN x.id AS id
  }
  RETURN collect(id) AS linked
}
CALL {
  WITH nominated
  CALL {
    WITH nominated UNWIND nominated AS f
    UNWIND [f.subject_id, f.object_id] AS id WITH id WHERE id IS NOT NULL RETURN id
    UNION
    WITH nominated UNWIND nominated AS f MATCH (f)-[:QUALIFIER]->(x:Entity) RETURN x.id AS id
  }
  RETURN collect(id) AS touched
}
CALL {
  WITH pool UNWIND pool AS x
  CALL { WITH x MATCH (x)<-[:SUPPORTED_BY]-(f:Fact) RETURN f LIMIT 32 }
  RETURN collect(f) AS told
}
CALL {
  WITH nominated, told UNWIND nominated + told AS f
  RETURN collect(DISTINCT f)[..$cap] AS first
}
// What is merely around is looked at where there is room for it.
WITH *, CASE WHEN size(first) < $cap THEN linked ELSE [] END AS meant_ones, CASE WHEN size(first) < $cap THEN [id IN touched WHERE NOT id IN linked] ELSE [] END AS reached
CALL {
  WITH meant_ones, reached
  CALL {
    WITH meant_ones UNWIND meant_ones AS id
    CALL { WITH id MATCH (f:Fact) WHERE f.namespace = $namespace AND f.subject_id = id AND f.number >= 0 RETURN f, f.number AS number ORDER BY f.namespace DESC, f.subject_id DESC, f.number DESC LIMIT 64 }
    RETURN f, number
    UNION
    WITH meant_ones UNWIND meant_ones AS id
    CALL { WITH id MATCH (f:Fact) WHERE f.namespace = $namespace AND f.object_id = id AND f.number >= 0 RETURN f, f.number AS number ORDER BY f.namespace DESC, f.object_id DESC, f.number DESC LIMIT 64 }
    RETURN f, number
    UNION
    WITH meant_ones UNWIND meant_ones AS id
    CALL { WITH id MATCH (:Entity {namespace: $namespace, id: id})<-[:QUALIFIER]-(f:Fact) RETURN f, f.number AS number LIMIT 64 }
    RETURN f, number
    UNION
    WITH reached UNWIND reached AS id
    CALL { WITH id MATCH (f:Fact) WHERE f.namespace = $namespace AND f.subject_id = id AND f.number >= 0 RETURN f, f.number AS number ORDER BY f.namespace DESC, f.subject_id DESC, f.number DESC LIMIT 8 }
    RETURN f, number
    UNION
    WITH reached UNWIND reached AS id
    CALL { WITH id MATCH (f:Fact) WHERE f.namespace = $namespace AND f.object_id = id AND f.number >= 0 RETURN f, f.number AS number ORDER BY f.namespace DESC, f.object_id DESC, f.number DESC LIMIT 8 }
    RETURN f, number
    UNION
    WITH reached UNWIND reached AS id
    CALL { WITH id MATCH (:Entity {namespace: $namespace, id: id})<-[:QUALIFIER]-(f:Fact) RETURN f, f.number AS number LIMIT 8 }
    RETURN f, number
  }
  WITH f, number ORDER BY number DESC
  RETURN collect(f)[..$cap] AS newest
}
CALL {
  WITH first, newest UNWIND first + newest AS f
  RETURN collect(DISTINCT f)[..$cap] AS facts
}
// The pool and the episodes before and after it, each with the one before; the vectors of those after are not needed.
CALL {
  WITH pool
  CALL {
    WITH pool UNWIND pool AS e OPTIONAL MATCH (p:Episode)-[:NEXT]->(e) RETURN e, p, 1 AS meant
    UNION ALL
    WITH pool UNWIND pool AS x MATCH (e:Episode)-[:NEXT]->(x) OPTIONAL MATCH (p:Episode)-[:NEXT]->(e) RETURN e, p, 1 AS meant
    UNION ALL
    WITH pool UNWIND pool AS p MATCH (p)-[:NEXT]->(e:Episode) RETURN e, p, 0 AS meant
  }
  WITH e, head(collect(p.number)) AS before, max(meant) > 0 AS meant
  RETURN [collect(e.number), collect(coalesce(before, -1)), collect(coalesce(e.session, e.number)), collect(coalesce(e.terms, $none)), collect(CASE WHEN meant THEN coalesce(e[$slot], $none) ELSE $none END), collect(coalesce(e.subgoal_id, '')), collect(e.time), collect(e.trust), collect(e.state), collect(e.thread), collect(coalesce(e.speaker, '')), collect(e.role), collect(e.origin)] AS episodes
}
CALL {
  WITH pool UNWIND pool AS x WITH DISTINCT x.session AS session MATCH (e:Episode {namespace: $namespace, session: session})
  WITH session, e LIMIT $members
  RETURN [collect(session), collect(coalesce(e.terms, $none))] AS heard
}
CALL {
  WITH facts UNWIND facts AS f MATCH (f)-[:SUPPORTED_BY]->(e:Episode)
  RETURN [collect(f.number), collect(e.number)] AS supports
}
CALL {
  WITH facts UNWIND facts AS f
  RETURN [collect(f.packed), collect(f.relation), collect(coalesce(f.fillers, $none)), collect(coalesce(f.terms, $none)), collect(coalesce(f[$slot], $none))] AS rows
}
CALL {
  WITH facts, linked UNWIND facts AS f MATCH (f)-[:SUBJECT|OBJECT|QUALIFIER]->(x:Entity)
  WITH DISTINCT x, linked
  RETURN collect(x) AS ends, [collect(x.id), collect(x.named), collect(x.name), collect(x.type), collect(COUNT { (x)<-[:SUBJECT|OBJECT|QUALIFIER]-() }), collect(CASE WHEN $walk OR x.id IN linked THEN coalesce(x[$slot], $none) ELSE $none END)] AS entities
}
// Where nobody is merged into anybody, nobody is looked up.
CALL { OPTIONAL MATCH (m:MergedEntity) WHERE m.namespace = $namespace AND m.merged_into >= '' WITH m LIMIT 1 RETURN m IS NOT NULL AS some_merged }
CALL {
  WITH ends, some_merged UNWIND CASE WHEN some_merged THEN ends ELSE [] END AS x MATCH (a:MergedEntity {namespace: $namespace, merged_into: x.id})
  OPTIONAL MATCH (b:MergedEntity {namespace: $namespace, merged_into: a.id})
  UNWIND [a, b] AS m WITH DISTINCT m WHERE m IS NOT NULL
  RETURN collect([m.id, m.merged_into, m.named, m.name, m.type, m[$slot]]) AS merged
}
CALL {
  UNWIND $p.terms AS term
  CALL { WITH term CALL db.index.fulltext.queryNodes('kgmem_fact_words', term[1], {limit: $counted}) YIELD node RETURN count(node) AS facts }
  CALL { WITH term CALL db.index.fulltext.queryNodes('kgmem_episode_words', term[2], {limit: $counted}) YIELD node RETURN count(node) AS said }
  RETURN collect([term[0], facts, said]) AS counts
}
CALL { UNWIND $p.fact_sample AS id MATCH (f:Fact {namespace: $namespace, id: id}) RETURN collect(f.terms) AS fact_sample }
CALL { UNWIND $p.episode_sample AS id MATCH (e:Episode {namespace: $namespace, id: id}) RETURN collect(e.terms) AS episode_sample }
OPTIONAL MATCH (n:Namespace {name: $namespace})
RETURN n.revision AS revision, n.epoch AS epoch, rows, supports, episodes, heard, entities, merged, counts, fact_sample, episode_sample
// == words
// What showing some facts and episodes takes: their rows, and those that they point to.
CALL { UNWIND $p.f AS id MATCH (f:Fact {namespace: $namespace, id: id}) RETURN collect(f) AS facts }
CALL {
  WITH facts UNWIND facts AS f MATCH (x:Version {namespace: $namespace, id: f.current}) RETURN x
  UNION
  WITH facts UNWIND facts AS f MATCH (x:Support {namespace: $namespace, fact: f.id}) RETURN x
  UNION
  WITH facts UNWIND facts AS f MATCH (f)-[:SUPPORTED_BY]->(x:Episode) RETURN x
  UNION
  WITH facts UNWIND facts AS f MATCH (x:Ending {namespace: $namespace, fact: f.id}) RETURN x
  UNION
  WITH facts UNWIND facts AS f MATCH (f)-[:SUBJECT|OBJECT|QUALIFIER]->(x:Entity) RETURN x
  UNION
  UNWIND $p.ep AS id MATCH (x:Episode {namespace: $namespace, id: id}) RETURN x
}
WITH collect(DISTINCT [x.id, x.body]) AS rows
