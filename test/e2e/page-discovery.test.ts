import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestRelay, startRelay } from '@datacortex/testkit'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectUsable } from './browser.ts'
import { type OddSite, sendJson, startOddSite } from './odd-site.ts'
import { runJson } from './one-process.ts'
import { expectFitting, useOpenPageOfNew } from './page-browser.ts'
import { trustAll } from './trust-all.ts'

const hostile = 'Watches the tides. <img src=x onerror=alert(1)> <script>alert(1)</script>'
const card = {
  name: 'Tide Watcher',
  description: hostile,
  version: '1.0.0',
  supportedInterfaces: [{ url: 'https://tides.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: {},
  skills: [],
}
let odd: OddSite | undefined
let relay: TestRelay | undefined
let slow: TestRelay | undefined
let refuses = true
const [user, stranger] = [generateSecretKey(), generateSecretKey()]
const event = (kind: number, tags: readonly string[][], content = '', key = stranger) =>
  structuredClone(finalizeEvent({ kind, tags: [...tags], content, created_at: 1_700_000_000 }, key))
const poet = event(
  4199,
  [
    ['title', 'Poet of tides'],
    ['d', 'poet'],
  ],
  'Writes poems of the tides.',
)
const found = event(
  1111,
  [['render-type', 'agent_discovery']],
  JSON.stringify({
    type: 'agent_discovery',
    data: { query: {}, agentEventIds: [poet.id], relays: [], message: 'Found 1 agent.' },
    content: '<img src=x onerror=alert(1)> Found the Poet.',
  }),
)
const project = event(
  31_933,
  [
    ['d', 'shop'],
    ['title', 'Shop'],
  ],
  '',
  user,
)
beforeAll(async () => {
  odd = await startOddSite(({ path, response }) => {
    if (path.startsWith('/a.json')) sendJson(response, card)
    else sendJson(response, {}, 404)
  })
  relay = await startRelay()
  // It takes nothing at first.
  slow = await startRelay({
    play: ({ message: [type, sent], send }) => {
      if (type !== 'EVENT' || !refuses) return false
      send(['OK', (sent as { readonly id: string }).id, false, 'blocked: not today'])
      return true
    },
  })
  for (const one of [poet, found, project]) relay.plant(one)
})
afterAll(async () => {
  for (const one of [odd, relay, slow]) await one?.[Symbol.asyncDispose]()
})

const open = useOpenPageOfNew(async (root) => {
  await runJson(['init'], { cwd: root })
  const hosts = [`127.0.0.1:${odd?.port}`, ...[relay, slow].map((one) => new URL(one?.url ?? '').host)]
  const allow = { network: { allow_private: hosts }, nostr: { relays: [relay?.url, slow?.url], deadline_ms: 30_000 } }
  await writeFile(join(root, '.datacore/settings.local.yaml'), JSON.stringify(allow))
  await trustAll(root)
})

test('a foreign agent is found, shown as text, imported switched off after its review, and switched on', async () => {
  const { page, wrongs } = await open().signedIn()
  await page.goto(`${open().origin}/app/discovery`)
  await page.getByText('Ask another directory').click()
  await page.getByLabel('Kind').selectOption('catalog')
  await page.getByLabel(/^Address/).fill(`http://127.0.0.1:${odd?.port}/a.json`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('is asked from now on.').waitFor()
  await page.getByLabel('What should an agent be able to do?').fill('watches the tides')
  await page.getByRole('button', { name: 'Look', exact: true }).click()
  const found = page.getByRole('listitem').filter({ hasText: 'Tide Watcher' }).first()
  await found.getByText(/<script>alert/).waitFor()
  expect(await page.locator('main img, main script').count()).toBe(0)
  await expectUsable(page, 'discovery')
  await found.getByLabel('Select Tide Watcher').check()
  await page.getByRole('button', { name: 'Review 1 agent' }).click()
  const review = page.getByRole('region', { name: 'What would be imported' })
  await review.locator('pre', { hasText: 'name: "Tide Watcher"' }).waitFor()
  const { agents } = (await runJson(['agent', 'list'], { cwd: open().root })) as { agents: readonly { id: string }[] }
  expect(agents.map(({ id }) => id)).not.toContain('tide-watcher')
  await expectUsable(page, 'review')
  await review.getByRole('button', { name: 'Import, switched off' }).click()
  await review.getByText('Imported, switched off.').waitFor()
  expect(await runJson(['agent', 'show', 'tide-watcher'], { cwd: open().root })).toMatchObject({ disabled: true })
  await review.getByRole('button', { name: 'Switch tide-watcher on' }).click()
  await page.getByText('tide-watcher is switched on.').waitFor()
  expect(await runJson(['agent', 'show', 'tide-watcher'], { cwd: open().root })).toMatchObject({ disabled: false })
  const address = new URL(page.url())
  expect(wrongs).toEqual([])
  await expectFitting(open(), ['discovery', `discovery${address.search}`])
})

test('what somebody found is text, and is added to a project by one event that the browser signs once it was shown', async () => {
  const { page, context, wrongs } = await open().signedIn()
  const signed: string[] = []
  await context.exposeFunction('signs', (draft: Parameters<typeof finalizeEvent>[0]) => {
    const one = structuredClone(finalizeEvent({ ...draft }, user))
    signed.push(one.id)
    return one
  })
  await context.exposeFunction('publicKey', () => getPublicKey(user))
  // As an extension does (NIP-07).
  await context.addInitScript(() => {
    const { signs, publicKey } = globalThis as unknown as { signs: unknown; publicKey: unknown }
    Object.assign(globalThis, { nostr: { getPublicKey: publicKey, signEvent: signs } })
  })
  await page.goto(`${open().origin}/app/discovery`)
  await page.getByLabel('Reference').fill(found.id)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('heading', { name: 'A discovery' }).waitFor()
  await page.getByText('<img src=x onerror=alert(1)> Found the Poet.').waitFor()
  expect(await page.locator('main img').count()).toBe(0)
  await page.getByText('Add to a project of yours on Nostr').click()
  await page.getByLabel(/^Project/).fill(`31933:${getPublicKey(user)}:shop`)
  await page.getByRole('button', { name: 'Show the difference' }).click()
  const shown = page.getByRole('region', { name: 'What becomes of the project' })
  await shown.locator('ins', { hasText: `agent ${poet.id}` }).waitFor()
  // The very bytes, where they go, what it costs and that it stays, before anybody signs.
  const bytes = JSON.parse((await shown.locator('pre').textContent()) ?? '') as { tags: string[][]; kind: number }
  expect([bytes.kind, bytes.tags]).toEqual([31_933, [...project.tags, ['agent', poet.id]]])
  await shown.getByText('It costs nothing.').waitFor()
  const relays = shown.getByRole('list', { name: 'Relays' }).getByRole('listitem')
  expect(await relays.allTextContents()).toEqual([`${relay?.url}: not sent yet`, `${slow?.url}: not sent yet`])
  expect([signed, slow?.events()]).toEqual([[], []])
  await expectUsable(page, 'what is to be signed')
  await shown.getByRole('button', { name: 'Sign and publish' }).click()
  // Each relay has its own state.
  await relays.filter({ hasText: `${relay?.url}: has it` }).waitFor()
  await relays.filter({ hasText: 'not today' }).waitFor()
  refuses = false
  await shown.getByRole('button', { name: 'Send it again' }).click()
  await shown.getByText('Published.').waitFor()
  await relays.filter({ hasText: `${slow?.url}: has it` }).waitFor()
  const sent = [relay, slow].map((one) =>
    one
      ?.events()
      .filter(({ kind }) => kind === 31_933)
      .map(({ id }) => id),
  )
  expect(sent).toEqual([signed, signed])
  await page.getByRole('button', { name: 'Show the difference' }).click()
  await page.getByText('All of them are in it already.').waitFor()
  expect(signed).toHaveLength(1)
  expect(wrongs).toEqual([])
})
