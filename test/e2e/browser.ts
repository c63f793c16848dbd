import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { startBrowser } from './start-browser.ts'

/** What a page did that it must not do. */
export type Watched = { readonly page: Page; readonly wrongs: readonly string[]; readonly context: BrowserContext }

let started: Promise<Browser> | undefined

/** One browser for all tests of a process. */
export async function browser(): Promise<Browser> {
  return await (started ??= startBrowser())
}

afterAll(async () => {
  await (await started)?.close()
  started = undefined
})

type ContextOptions = {
  readonly width?: number
  readonly isDark?: boolean
  /** Whether it is touched, and nothing hovers. */
  readonly isTouch?: boolean
  /** The only origin that may be asked. */
  readonly origin: string
}

/** A new window, which is watched: errors, breaches of the policy, requests to others. */
export async function newWindow({
  width = 1100,
  isDark = false,
  isTouch = false,
  origin,
}: ContextOptions): Promise<Watched> {
  const context = await (
    await browser()
  ).newContext({
    viewport: { width, height: 800 },
    colorScheme: isDark ? 'dark' : 'light',
    hasTouch: isTouch,
    isMobile: isTouch,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  // It only ends what hangs: on a busy machine everything takes many times as long.
  context.setDefaultTimeout(1_000_000)
  const wrongs: string[] = []
  await context.route('**/*', async (route) => {
    const url = route.request().url()
    if (new URL(url).origin === origin) return await route.continue()
    wrongs.push(`asked ${url}`)
    return await route.abort()
  })
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    )
  })
  return { ...(await newTab(context, wrongs)), context }
}

/** Another tab of the same window. */
export async function newTab(context: BrowserContext, wrongs: string[] = []): Promise<Omit<Watched, 'context'>> {
  const page = await context.newPage()
  const asked = new Set<Request>()
  running.set(page, asked)
  page.on('request', (request) => request.url().endsWith('/api/changes') || asked.add(request))
  page.on('requestfinished', (request) => void asked.delete(request))
  page.on('requestfailed', (request) => void asked.delete(request))
  page.on('console', (message) => message.type() === 'error' && wrongs.push(message.text()))
  page.on('pageerror', (error) => wrongs.push(String(error)))
  page.on('dialog', (dialog) => {
    wrongs.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { page, wrongs }
}

const running = new WeakMap<Page, ReadonlySet<Request>>()

/** Waits until a page has what it asked for; what it listens to for changes has no end. */
export async function settled(page: Page): Promise<void> {
  for (let idle = 0; idle < 5; idle = running.get(page)?.size === 0 ? idle + 1 : 0) await page.waitForTimeout(60)
}

/** Fails with what keeps somebody from using a page, and with what lies beside it on a narrow screen. */
export async function expectUsable(page: Page, where: string): Promise<void> {
  const { default: AxeBuilder } = await import('@axe-core/playwright')
  // Scrolled, the bar at the top may lie over the half of a link, which then counts as too small a target.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  const found = violations.map(({ id, nodes }) => `${where}: ${id} ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found).toEqual([])
  const beside = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect([where, beside]).toEqual([where, 0])
}
