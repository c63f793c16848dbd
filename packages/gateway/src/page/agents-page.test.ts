import { expect, test } from 'vitest'
import { message, post } from '../__fixtures__/a2a-request.ts'
import { serve, servedSpace, writeText } from '../__fixtures__/served-space.ts'

const browser = { accept: 'text/html,application/xhtml+xml' }

test('a browser is shown the agents and a search, everybody else where the catalogue is', async () => {
  const { url } = await serve(await servedSpace())
  const page = await fetch(url, { headers: browser })
  const text = await page.text()
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(text).toContain('<a href="agents/gardener/.well-known/agent-card.json">Gardener</a>')
  const plain = await fetch(url)
  expect(await plain.text()).toBe(`${url}.well-known/ai-catalog.json\n`)
  const found = await (await fetch(`${url}find?q=Plants+tomatoes+and+waters+flowers`, { headers: browser })).text()
  expect(found.indexOf('Gardener')).toBeGreaterThan(0)
  expect((await fetch(`${url}find?q=`, { redirect: 'manual' })).status).toBe(303)
})

test('what entries and queries say stays text', async () => {
  const evil = '<script>alert(1)</script>"\'>'
  const agents = `version: 2.0.0\nagents:\n  evil: {name: ${JSON.stringify(evil)}, description: ${JSON.stringify(evil)}}\n`
  const { url } = await serve(await servedSpace({ agents }))
  for (const address of [url, `${url}find?q=${encodeURIComponent(evil)}`]) {
    const text = await (await fetch(address, { headers: browser })).text()
    expect(text).toContain('&lt;script&gt;')
    expect(text).not.toContain('<script')
  }
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
  const found = await (await fetch(`${url}find?q=${encodeURIComponent(asked)}`, { headers: browser })).text()
  const told = await post(`${url}a2a/message:send`, { message: message(asked) })
  expect([found.split('<main>')[1], told.text]).toEqual([
    expect.stringContaining('Keeps things'),
    expect.stringContaining('Keeps things'),
  ])
  expect(found.split('<main>')[1]).not.toMatch(/Zebra|planted/)
  expect(told.text.replaceAll(asked, '')).not.toMatch(/Zebra|planted/)
  const page = await (await fetch(url, { headers: browser })).text()
  expect(page).toContain('>xgnp.exe</a>')
  expect(page).toContain('>nameless</a>')
})

test('a search of the page needs the token that every call needs', async () => {
  const token = 'a-token-that-is-long-enough-for-this'
  const { url } = await serve(await servedSpace(), { token, publicCards: true })
  const page = await fetch(url, { headers: browser })
  const text = await page.text()
  expect([page.status, text.includes('<form'), text.includes('takes the bearer token')]).toEqual([200, false, true])
  expect((await fetch(`${url}find?q=x`, { headers: browser })).status).toBe(401)
})
