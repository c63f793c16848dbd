import { expect, test } from 'vitest'
import { message, post } from '../__fixtures__/a2a-request.ts'
import { serve, servedSpace, writeText } from '../__fixtures__/served-space.ts'

const browser = { accept: 'text/html,application/xhtml+xml' }

test('a browser is shown the agents, everybody else where the catalogue is', async () => {
  const { url } = await serve(await servedSpace())
  const page = await fetch(url, { headers: browser })
  const text = await page.text()
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(text).toContain('<a href="agents/gardener/">Gardener</a>')
  expect(text).toContain('<link rel="ai-catalog" href="./.well-known/ai-catalog.json" />')
  expect((await fetch(`${url}agents`, { headers: browser })).url).toBe(url)
  const plain = await fetch(url)
  expect(await plain.text()).toBe(`${url}.well-known/ai-catalog.json\n`)
})

test('what entries say stays text', async () => {
  const evil = '<script>alert(1)</script>"\'>'
  const agents = `version: 2.0.0\nagents:\n  evil: {name: ${JSON.stringify(evil)}, description: ${JSON.stringify(evil)}}\n`
  const { url } = await serve(await servedSpace({ agents }))
  const text = await (await fetch(url, { headers: browser })).text()
  expect(text).toContain('&lt;script&gt;')
  expect(text).not.toContain('<script')
})

test('neither the page nor the guide shows a prompt, a disguise, or an agent without a name', async () => {
  const agents = `version: 2.0.0
agents:
  key: {name: Keys, description: Keeps things, source: .datacore/agents/key.md}
  exe: {name: "x\\u202Egnp.exe", description: Shows pictures}
  nameless: {name: "  ", description: Has none}
`
  const space = await servedSpace({ agents })
  await writeText(`${space.paths.agentsDirectory}/key.md`, '# Zebra crossing passphrases\n\nplanted secret\n')
  const { url } = await serve(space)
  const asked = 'Zebra crossing passphrases planted secret'
  const reported = await post(`${url}a2a/message:send`, { message: message(asked) })
  expect(reported.text).toContain('Keeps things')
  expect(reported.text.replaceAll(asked, '')).not.toMatch(/Zebra|planted/)
  const page = await (await fetch(url, { headers: browser })).text()
  expect(page).not.toMatch(/Zebra|planted/)
  expect(page).toContain('>xgnp.exe</a>')
  expect(page).toContain('>nameless</a>')
})

test('where calls need a token the page says so, and asks for none', async () => {
  const token = 'a-token-that-is-long-enough-for-this'
  const { url } = await serve(await servedSpace(), { token, publicCards: true })
  const page = await fetch(url, { headers: browser })
  const text = await page.text()
  expect([page.status, text.includes('<form'), text.includes('takes the bearer token')]).toEqual([200, false, true])
})

test('the page of an agent says what it does, how to call it, whom it works with and who it is on chains', async () => {
  const agents = `version: 2.0.0
agents:
  cook:
    name: Cook
    description: Bakes bread
    version: 1.2.0
    skills:
      - {id: bake, name: Bake, description: Bakes loaves, tags: [bread], examples: [a loaf for six]}
      - {id: cook, name: Cook, description: Bakes bread, tags: []}
    triggers: {examples: [a loaf for six, a cake for ten]}
    spawns: [miller, gone, old-helper]
    erc8004: {chainRegistrations: [{chainId: '11155111', identityRegistry: '0x8004A818BFB912233c491871b3d84c89A494BD9e', agentId: 42}]}
  helper: {name: Helper, description: Washes up, can_be_called_by: [cook]}
  old-helper: {name: Old, description: Was, alias: helper}
  miller: {name: Miller, description: Mills}
  oven: {name: Oven, description: Heats, deprecated: true}
`
  const { url } = await serve(await servedSpace({ agents }))
  const pageOf = async (id: string): Promise<string> =>
    (await (await fetch(`${url}agents/${id}/`, { headers: browser })).text()).replaceAll(/\s+/g, ' ')
  const cook = await pageOf('cook')
  expect(cook).toContain(`<code class="copy">${url}agents/cook/.well-known/agent-card.json</code>`)
  expect(cook).toContain(`curl &#39;${url}agents/cook/a2a/message:send&#39;`)
  expect(cook).toMatch(/version 1\.2\.0.*a cake for ten.*Bakes loaves.*a loaf for six/)
  expect(cook).toContain('<ul dir="auto"> <li>a cake for ten</li>')
  for (const once of ['Bakes bread</p>', 'a loaf for six']) expect(cook.split(once)).toHaveLength(2)
  expect(cook).toMatch(/Gives work to<\/dt> .*href="\.\.\/miller\/">Miller<.*href="\.\.\/helper\/">Helper</)
  expect(cook).toMatch(/Agent 42 on sepolia<.*>0x8004A818BFB912233c491871b3d84c89A494BD9e</)
  const helper = await pageOf('helper')
  expect(helper).toMatch(
    /takes no task from outside: only from cook\..*Gets work from<\/dt> .*href="\.\.\/cook\/">Cook</,
  )
  expect([await pageOf('miller'), await pageOf('old-helper')]).toEqual([
    expect.stringMatching(/Gets work from.*href="\.\.\/cook\/"/),
    helper,
  ])
  const missing = await fetch(`${url}agents/oven`, { headers: browser })
  expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('There is no such agent')])
  const plain = await fetch(`${url}agents/cook`)
  expect([plain.url, await plain.text()]).toEqual([
    `${url}agents/cook/`,
    `${url}agents/cook/.well-known/agent-card.json\n`,
  ])
  expect((await fetch(`${url}agents/oven`)).status).toBe(404)
})

test('thousands of agents come in pages', async () => {
  const rows = Array.from({ length: 250 }, (_, index) => `  a${1000 + index}: {name: N${index}, description: D}\n`)
  const { url } = await serve(await servedSpace({ agents: `version: 2.0.0\nagents:\n${rows.join('')}` }))
  const pageOf = async (query: string): Promise<readonly [number, string | undefined]> => {
    const text = await (await fetch(`${url}${query}`, { headers: browser })).text()
    return [text.split('<li>').length - 1, /[\d,]+–[\d,]+ of [\d,]+ agents/.exec(text)?.[0]]
  }
  expect(await pageOf('')).toEqual([100, '1–100 of 250 agents'])
  expect(await pageOf('?page=3')).toEqual([50, '201–250 of 250 agents'])
  for (const odd of ['0', '-1', 'x', '1e3'])
    expect([odd, await pageOf(`?page=${odd}`)]).toEqual([odd, [100, '1–100 of 250 agents']])
  expect(await pageOf('?page=99999999999999999999')).toEqual([50, '201–250 of 250 agents'])
})

test('with a token the pages of agents are as public as their cards', async () => {
  const token = 'a-token-that-is-long-enough-for-this'
  const [open, closed] = await Promise.all(
    [true, false].map(async (publicCards) => await serve(await servedSpace(), { token, publicCards })),
  )
  const page = await fetch(`${open?.url}agents/cook`, { headers: browser })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Bearer $TOKEN')])
  expect((await fetch(`${closed?.url}agents/cook`, { headers: browser })).status).toBe(401)
})
