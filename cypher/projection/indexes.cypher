// What the embedded store's projection looks up quickly (ids are indexed anyway).
CREATE INDEX entity_name IF NOT EXISTS FOR (e:Entity) ON (e.name);
CREATE INDEX fact_relation IF NOT EXISTS FOR (f:Fact) ON (f.relation);
CREATE INDEX episode_source IF NOT EXISTS FOR (p:Episode) ON (p.source);
CREATE INDEX episode_thread IF NOT EXISTS FOR (p:Episode) ON (p.thread);
