import { expect, test } from 'vitest'
import { jsonOf, post } from '../__fixtures__/a2a-request.ts'
import { sharedServer } from '../__fixtures__/served-space.ts'

type Page = {
  readonly results: readonly { readonly identifier: string; readonly score: number }[]
  readonly pageToken?: string
}

const crops = ['tomatoes', 'roses', 'apples', 'leeks', 'vines', 'ferns', 'lilies']
const works = ['waters', 'prunes', 'plants', 'sells', 'paints', 'counts', 'dries', 'ships', 'draws', 'weighs', 'names']

/** Sixty agents that fit more or less: some by their description, some by one of many skills or examples. */
function gardeners(count: number): string {
  const agents = Array.from({ length: count }, (_, place) => {
    const [work, other] = [works[place % works.length], works[(place * 5 + 3) % works.length]]
    const crop = crops[place % crops.length]
    const skills = Array.from({ length: place % 5 }, (_, skill) => {
      const what = `${works[(place + skill) % works.length]} ${crops[(place + 2 * skill) % crops.length]}`
      const examples = place % 3 === 0 ? `, examples: [${what} in the garden for me]` : ''
      return `{id: s${skill}, name: ${what}, description: ${what} in a garden ${place}, tags: [garden]${examples}}`
    })
    const description = `${work} the ${crop} in the garden and ${other} flowers, bed ${place}`
    return `  agent-${place}: {name: Agent ${place}, description: "${description}", skills: [${skills.join(', ')}]}\n`
  })
  return `version: 2.0.0\nagents:\n${agents.join('')}`
}

const servers = new Map([60, 130].map((count) => [count, sharedServer({ agents: gardeners(count), indexed: true })]))
const bakery = sharedServer()

test.each([
  [60, 10],
  [130, 10],
  [130, 50],
  [130, 100],
])('the pages of a search are the parts of one list, of %i agents by %i', async (count, pageSize) => {
  const { url = '' } = (await servers.get(count)?.()) ?? {}
  const search = async (text: string, body: object): Promise<Page> =>
    jsonOf(await post(`${url}search`, { query: { text }, ...body })) as unknown as Page
  for (const text of ['waters tomatoes in the garden', 'prunes roses and plants flowers in a garden']) {
    const whole = await search(text, { pageSize: 100 })
    let page = await search(text, { pageSize })
    const walked = [...page.results]
    while (page.pageToken !== undefined) {
      page = await search(text, { pageSize, pageToken: page.pageToken })
      walked.push(...page.results)
    }
    const ids = walked.map(({ identifier }) => identifier)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(30)
    expect(walked.slice(0, 100)).toEqual(whole.results)
    expect(walked.length > 100).toBe(whole.pageToken !== undefined)
  }
})

test.each(['from-10-20', 'from-', 'from-10-', '10', 'from-99999', 'from-20-10-5'])(
  'the page token %j is refused',
  async (pageToken) => {
    const { url } = await bakery()
    expect((await post(`${url}search`, { query: { text: 'bread' }, pageToken })).status).toBe(400)
  },
)
