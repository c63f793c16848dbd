import { articlePage } from '../../__fixtures__/pages.ts'
import { readPage } from '../read-page.ts'

export const halfTagsInTitle = (size: number): (() => unknown) => read(`<title>${'<'.repeat(size)}</title>`)
export const blanksInStructuredData = (size: number): (() => unknown) =>
  read(`<script type="application/ld+json">{"a": "${' '.repeat(size)}"}</script>`)

function read(head: string): () => unknown {
  const html = articlePage({ head })
  return () => readPage(html, { url: 'https://example.org/tides' })
}
