import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
beforeAll(async () => {
  odd = await startOddSite(({ path, response }) => {
    if (path.startsWith('/a.json')) sendJson(response, card)
    else sendJson(response, {}, 404)
  })
})
afterAll(async () => await odd?.[Symbol.asyncDispose]())

const open = useOpenPageOfNew(async (root) => {
  await runJson(['init'], { cwd: root })
  const allow = { network: { allow_private: [`127.0.0.1:${odd?.port}`] } }
  await writeFile(join(root, '.datacore/settings.local.yaml'), JSON.stringify(allow))
  await trustAll(root)
  await runJson(['directory', 'add', 'catalog', `http://127.0.0.1:${odd?.port}/a.json`], { cwd: root })
})

test('a foreign agent is found, shown as text, imported switched off after its review, and switched on', async () => {
  const { page, wrongs } = await open().signedIn()
  await page.goto(`${open().origin}/app/discovery`)
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
