import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import { afterAll, expect } from 'vitest'

/** What a page did that it must not do. */
export type Watched = { readonly page: Page; readonly wrongs: readonly string[]; readonly context: BrowserContext }

let started: Promise<Browser> | undefined

/** One browser for all tests of a process. */
export async function browser(): Promise<Browser> {
  return await (started ??= start())
}

afterAll(async () => {
  await (await started)?.close()
  started = undefined
})

/** Chromium comes from npm for Linux on x64; elsewhere an installed Chrome or Edge has to do. */
async function start(): Promise<Browser> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { default: bundled } = await import('@sparticuz/chromium')
    // With one process for all, it ends when one window does.
    const args = bundled.args.filter((one) => one !== '--single-process' && one !== '--no-zygote')
    return await chromium.launch({ executablePath: await unpacked(bundled), args, headless: true })
  }
  for (const channel of ['chrome', 'msedge']) {
    try {
      return await chromium.launch({ channel, headless: true })
    } catch {
      // Another one may be there.
    }
  }
  throw new Error('There is no browser to test with: install Chrome or Edge.')
}

/** It is unpacked into the temporary folder, where tests leave nothing: another one that is kept. */
async function unpacked(bundled: { executablePath: () => Promise<string> }): Promise<string> {
  const before = process.env['TMPDIR']
  const folder = fileURLToPath(new URL('../../node_modules/.cache/datacortex-browser', import.meta.url))
  await mkdir(folder, { recursive: true })
  process.env['TMPDIR'] = folder
  try {
    return await bundled.executablePath()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

type ContextOptions = {
  readonly width?: number
  readonly isDark?: boolean
  /** The only origin that may be asked. */
  readonly origin: string
}

/** A new window, which is watched: errors, breaches of the policy, requests to others. */
export async function newWindow({ width = 1100, isDark = false, origin }: ContextOptions): Promise<Watched> {
  const context = await (
    await browser()
  ).newContext({
    viewport: { width, height: 800 },
    colorScheme: isDark ? 'dark' : 'light',
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
  page.on('console', (message) => message.type() === 'error' && wrongs.push(message.text()))
  page.on('pageerror', (error) => wrongs.push(String(error)))
  page.on('dialog', (dialog) => {
    wrongs.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { page, wrongs }
}

/** Fails with what keeps somebody from using a page, and with what lies beside it on a narrow screen. */
export async function expectUsable(page: Page, where: string): Promise<void> {
  const { default: AxeBuilder } = await import('@axe-core/playwright')
  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  const found = violations.map(({ id, nodes }) => `${where}: ${id} ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found).toEqual([])
  const beside = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect([where, beside]).toEqual([where, 0])
}
