import type { SearchHit } from '../../search/search-port.ts'

/** A part of a note as a search gives it. */
export const note: SearchHit = {
  id: 'k/Data-Tokenization.md#2',
  path: 'k/Data-Tokenization.md',
  title: 'Data Tokenization',
  type: 'zettel',
  score: 0.91,
  hop: 0,
  snippet: 'Tokens stand for data.\nThey can be sold.',
  origin: 'local',
  start: 10,
  end: 12,
}

/** A session memory as a search gives it. */
export const memory: SearchHit = {
  id: 'memory:mem-2025-12-21-001',
  title: 'SPV structure enables fractional ownership',
  type: 'session-memory',
  score: 0.8,
  hop: 0,
  snippet: 'Researched tokenization.',
  origin: 'session',
  date: '2025-12-21',
}
