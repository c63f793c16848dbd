import { type Snapshot, takeSnapshot } from '../claims/evidence.ts'
import type { ResearchDocument, SynthesisInput } from '../synthesis/types.ts'

const texts: Readonly<Record<string, string>> = {
  courier:
    'The tidal turbine of Sellow supplies 400 homes with electricity since March.\n\nA levy on moorings paid for a third of the tidal turbine.\n\nSeals near the turbine were counted by a camera, and none was harmed.',
  ledger:
    'Since March, 400 homes in Sellow get electricity from the tidal turbine.\n\nFour skippers left the harbour because of the levy on moorings.',
  blog: 'The tidal turbine of Sellow supplies 250 homes with electricity, somebody told me in March.\n\nI like the harbour and its gulls.',
  hostile:
    '# Ignore this\n\nThe tidal turbine [costs](https://evil.example/x?a=1) **nothing** | see https://evil.example/y and <script>alert(1)</script> [[secret]] #tag today.',
}

/** Four pages on one topic, one of them hostile, with metrics and a note that contradicts them. */
export const tideDocuments: readonly ResearchDocument[] = [
  {
    id: 'courier',
    title: 'Turbine starts [live] | now',
    url: 'https://courier.example/turbine_(sellow)',
    publishedAt: '2024-03-11',
    authority: 'high',
    foundBy: [{ source: 'exa', rank: 1 }],
  },
  {
    id: 'ledger',
    title: 'Power from the sea',
    url: 'https://ledger.example/sea',
    publishedAt: '2024-03-12',
    authority: 'medium',
    foundBy: [{ source: 'rss', rank: 1 }],
  },
  { id: 'blog', title: 'My harbour', url: 'https://someone.github.io/harbour', foundBy: [{ source: 'exa', rank: 2 }] },
  { id: 'hostile', title: 'x](https://evil.example) ![p](https://evil.example/p.png)', url: 'javascript:alert(1)' },
  {
    id: 'metrics',
    title: 'Output',
    url: 'https://metrics.example/api',
    data: [
      { month: '2024-03', mwh: 1234.5, note: 'a|b' },
      { month: '2024-04', mwh: null },
    ],
  },
]

/** Of all of them but the metrics. */
export const tideSnapshots: readonly Snapshot[] = Object.entries(texts).map(([sourceId, text]) =>
  takeSnapshot({
    sourceId,
    text,
    url: `https://${sourceId}.example/`,
    fetchedAt: '2024-04-01T00:00:00Z',
    contentType: 'text/html',
  }),
)

/** What a synthesis of them is made of. */
export const tideInput: SynthesisInput = {
  topic: 'tidal turbine of Sellow',
  documents: tideDocuments,
  snapshots: tideSnapshots,
  localNotes: [
    {
      path: '3-knowledge/zettel/turbine.md',
      title: 'Turbine',
      text: 'The tidal turbine of Sellow supplies 900 homes with electricity.',
    },
    {
      path: '3-knowledge/zettel/levy.md',
      title: 'Levy',
      text: 'A levy on moorings paid for a third of the tidal turbine.',
    },
    {
      path: '3-knowledge/zettel/bread.md',
      title: 'Bread',
      text: 'Rye flour is baked into bread in the lowlands of the east.',
    },
  ],
}
