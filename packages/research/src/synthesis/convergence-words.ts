import type { Convergence } from '../convergence/converge.ts'

/** How many say it, for a reader: `3 of 5 independent sources; found by arxiv, exa`. */
export function convergenceWords({ independent, of, routes, echoChamber }: Convergence): string {
  const sources = of === 1 ? 'source' : 'sources'
  const count = `${independent} of ${of} independent ${sources}`
  const chamber = echoChamber ? ' (**echo chamber**: copies of one source)' : ''
  return `${count}${chamber}${routes.length === 0 ? '' : `; found by ${routes.join(', ')}`}`
}

export function spokenConvergence(
  { independent, of, echoChamber }: Pick<Convergence, 'independent' | 'of' | 'echoChamber'>,
  turn: number,
): string {
  if (echoChamber) return 'Many pages carry that, but they all go back to one source, so I would count it once.'
  if (independent >= 3) return `That is well supported: ${independent} of ${of} independent sources say so.`
  if (independent === 2) return 'Two sources say so independently of each other.'
  return lonely[turn % lonely.length] ?? lonely[0]
}

const lonely = [
  'Only one independent source says so, so take it with some care.',
  'That comes from a single source.',
  'I found nobody else who says it.',
  'Again, that is one voice.',
] as const

export function echoWords({ echo }: Convergence): readonly string[] {
  return echo.map(({ sources, origin }) => `${sources.length} documents are one voice (${originWords(origin)})`)
}

function originWords(origin: string): string {
  if (origin.startsWith('quote:')) return 'the same words'
  if (origin.startsWith('link:')) return 'one page that they all link to'
  return origin.replace(/^(?<kind>\p{L}+):/u, '$<kind> ')
}
