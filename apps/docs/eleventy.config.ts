import { readFileSync } from 'node:fs'

const repository = 'https://github.com/datacortex/datacortex/blob/main/apps/docs/'

type Token = {
  readonly type: string
  readonly content: string
  readonly children: readonly Token[] | null
  attrGet(name: string): string | null
  attrSet(name: string, value: string): void
}
type Ruler = { push(name: string, rule: (state: { readonly tokens: readonly Token[] }) => void): void }
type Site = {
  readonly ignores: Set<string>
  addGlobalData(name: string, value: unknown): void
  addPassthroughCopy(files: string): void
  amendLibrary(name: 'md', amend: (markdown: { readonly core: { readonly ruler: Ruler } }) => void): void
}

/** Makes the site: pages in the order of the table in index.md; other files of the repository are linked to where it is kept. */
export default function configure(site: Site): object {
  const links = readFileSync('index.md', 'utf8').matchAll(/\[(?<title>[^\]]+)\]\((?<slug>[\w-]+)\.md\)/g)
  site.ignores.add('{README.md,dist/**}')
  site.addPassthroughCopy('*.{svg,css,png}')
  site.addGlobalData(
    'pages',
    [...links].map(({ groups }) => groups),
  )
  site.addGlobalData(
    'permalink',
    () =>
      ({ page }: { page: { filePathStem: string } }) =>
        `${page.filePathStem}.html`,
  )
  site.addGlobalData('layout', 'page.liquid')
  site.amendLibrary('md', ({ core }) => core.ruler.push('places', ({ tokens }) => tokens.forEach(place)))
  return { dir: { output: 'dist/site' }, markdownTemplateEngine: false }
}

function place(token: Token, at: number, tokens: readonly Token[]): void {
  const words = tokens[at + 1]?.content.toLowerCase().replaceAll(/[^\w\s-]/g, '') ?? ''
  if (token.type === 'heading_open') token.attrSet('id', words.replaceAll(/\s/g, '-'))
  for (const link of token.children?.filter(({ type }) => type === 'link_open') ?? []) {
    const to = link.attrGet('href') ?? ''
    link.attrSet('href', to.startsWith('../') ? new URL(to, repository).href : to.replace(/^([\w-]+)\.md/, '$1.html'))
  }
}
