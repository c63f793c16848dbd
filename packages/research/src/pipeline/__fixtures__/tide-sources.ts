import type { Extraction, FoundDocument, Source } from '@datacortex/plugin'
import { CodedError } from '@datacortex/errors'

const study = `# Tidal range and the plant at Northbay

The tidal power plant at Northbay was opened in 1984. The plant at Northbay has a capacity of 240 megawatts.

Spring tides come at new and full moon, because sun and moon then pull in one line. A plant of this kind runs about ten hours a day.

Operators should inspect the turbine seals every two years. Sediment behind the barrage grew by 3 centimetres a year. Fish passages reduced the losses of eels.`

const news = `# Northbay celebrates its tidal power plant

Northbay celebrated its tidal power plant on Sunday with a parade along the quay and speeches of the mayor and two ministers.

The tidal power plant at Northbay has a capacity of 240 megawatts. It supplies a third of the town, the operator says.

Critics recalled the mud flats that were lost when the barrage was closed.`

const critic = `# What the barrage took

The tidal power plant at Northbay has a capacity of 180 megawatts. It is not cheap: the repair of the seals cost nine million last year.

Waders have not returned to the mud flats behind the barrage. Each year the sediment behind the barrage grew by 3 centimetres. A survey of the harbour office found it.`

const cooking = `# Feeding a sourdough starter

Feed the starter with rye flour every morning and keep it warm. After five days it doubles within four hours and smells of apples.`

/** Pages by address. */
export const pages: Readonly<Record<string, string>> = {
  'https://journal.example/northbay': study,
  'https://mirror.example/copies/northbay': study,
  'https://northbay-news.example/parade': news,
  'https://flats.example.org/barrage': critic,
  'https://bread.example/starter': cooking,
}

const document = (id: string, url: string, title: string, rest: Partial<FoundDocument> = {}): FoundDocument => {
  return { id, url, title, snippet: (pages[url] ?? '').slice(0, 200), ...rest }
}

/** Three sources that answer, and one that fails. */
export const tideSources: Readonly<Record<string, Source>> = {
  'source-journals': {
    search: () =>
      Promise.resolve({
        documents: [
          document('j1', 'https://journal.example/northbay', 'Tidal range and the plant at Northbay', {
            workIds: { doi: '10.1000/northbay' },
            publishedAt: '2019-05-02',
          }),
        ],
        cost_usd: 0.01,
      }),
  },
  'source-web': {
    search: () =>
      Promise.resolve({
        documents: [
          document('w1', 'https://mirror.example/copies/northbay', 'Tidal range and the plant at Northbay'),
          document(
            'w2',
            'https://northbay-news.example/parade?utm_source=feed',
            'Northbay celebrates its tidal power plant',
          ),
          document('w3', 'https://flats.example.org/barrage', 'What the tidal power barrage of Northbay took'),
          document('w4', 'https://gone.example/tidal', 'A tidal power page at Northbay that is gone'),
          document('w5', 'https://bread.example/starter', 'Feeding a sourdough starter'),
        ],
      }),
  },
  'source-metrics': {
    search: () =>
      Promise.resolve({
        documents: [
          {
            id: 'm1',
            title: 'Tidal power plant Northbay output',
            data: [
              { year: 2023, gwh: 540 },
              { year: 2024, gwh: 552 },
            ],
          },
        ],
      }),
  },
  'source-broken': {
    search: () =>
      Promise.reject(new CodedError('SOURCE_FAILED', 'It answered 503.', { details: { transient: false } })),
  },
}

/** What the fetcher makes of an address. */
export function readTestPage(url: string): Promise<Extraction> {
  const address = new URL(url)
  const text = pages[address.origin + address.pathname]
  if (text === undefined) return Promise.reject(new CodedError('PAGE_GONE', `${url} answered 404.`))
  const title = text.slice(2, text.indexOf('\n'))
  return Promise.resolve({ documents: [{ id: '', title, text, blocks: [], authors: [], url }], findings: [] })
}
