import { expect, test } from 'vitest'
import { serve, servedSpace } from '../__fixtures__/served-space.ts'

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

test('a search of the page needs the token that every call needs', async () => {
  const token = 'a-token-that-is-long-enough-for-this'
  const { url } = await serve(await servedSpace(), { token, publicCards: true })
  expect((await fetch(url, { headers: browser })).status).toBe(200)
  expect((await fetch(`${url}find?q=x`, { headers: browser })).status).toBe(401)
})
