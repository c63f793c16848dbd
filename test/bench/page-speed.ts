import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSpace } from '@datacortex/platform'
import { stringify } from 'yaml'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { environment } from '../e2e/environment.ts'
import { startBrowser } from '../e2e/start-browser.ts'
import { syntheticQueries, syntheticRegistry } from './data/synthetic-agents.ts'
import { writeSyntheticNotes } from './data/synthetic-notes.ts'
import type { Bench, Benchmark, Report } from './measure/benchmark.ts'
import { median, quantile } from './measure/distribution.ts'
import { mostScriptOfFrames } from './measure/script-of-frames.ts'
import { runProgram } from './measure/run-process.ts'

const commandFile = fileURLToPath(new URL('../../apps/cli/bin/datacortex.js', import.meta.url))

/**
 * The page in Chromium on 10,000 made-up notes and 575 agents: its first paint beside a page that loads the same script and
 * renders nothing, answers as one types, a note of 60,000 lines, the graph while it is laid out, and memory.
 */
export const pageSpeed: Benchmark = {
  name: 'page-speed',
  async run(bench): Promise<Report> {
    const root = await preparedSpace(bench)
    const args = [commandFile, 'open', '--no-browser', '--json', '--root', root]
    const server = spawn(process.execPath, args, { env: environment(root), stdio: ['ignore', 'pipe', 'ignore'] })
    const browser = await startBrowser()
    try {
      return await measure(bench, { browser, link: await linkOf(server) })
    } finally {
      await browser.close()
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
  },
}

async function preparedSpace(bench: Bench): Promise<string> {
  const root = await bench.makeFolder()
  const { paths } = await createSpace(root)
  bench.tell('10,000 made-up notes, indexed with the model of the program')
  await writeSyntheticNotes(root, 9998)
  const lines = Array.from({ length: 60_000 }, (_, line) =>
    line % 50 === 0 ? `\n## Part ${line / 50}\n` : `Line ${line}.`,
  )
  await writeFile(join(root, 'Long.md'), `# Long\n\n${lines.join('\n')}\n`)
  const agents = [...syntheticRegistry(575).agents].map(([id, { entry }]) => [id, entry])
  await writeFile(paths.agentsFile, stringify({ agents: Object.fromEntries(agents) }))
  await runProgram([commandFile, 'index', '--root', root], { probed: false, env: environment(root) })
  return root
}

async function linkOf(server: ChildProcess): Promise<string> {
  const [line] = (await once(server.stdout ?? server, 'data')) as [unknown]
  return (JSON.parse(String(line)) as { readonly url: string }).url
}

async function measure(bench: Bench, { browser, link }: { browser: Browser; link: string }): Promise<Report> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 } })
  context.setDefaultTimeout(600_000)
  const page = await context.newPage()
  const { origin } = new URL(link)
  await page.goto(link)
  await page.getByRole('combobox').waitFor()
  bench.tell('first paint')
  const paint = await firstPaint(page, origin)
  bench.tell('typing')
  const typed = await typing(page, origin)
  bench.tell('a note of 60,000 lines')
  const long = await longNote(page, origin)
  bench.tell('the graph')
  const devtools = await context.newCDPSession(page)
  const graph = await graphOf({ page, origin, devtools })
  const memory = await memoryOf(context, devtools)
  const ms = (value: number): string => value.toFixed(1)
  const rows = [
    ['first paint, and the same script that renders nothing, ms', `${ms(paint.page)} / ${ms(paint.bare)}`],
    ['typed until shown, p50 / p95, ms', `${ms(median(typed.shown))} / ${ms(quantile(typed.shown, 0.95))}`],
    ['beyond the answer of the server, p95, ms', ms(quantile(typed.beyond, 0.95))],
    ['note of 60,000 lines, first screen, ms', ms(long.first)],
    ['and what follows when one scrolls to its end, ms', ms(long.scrolled)],
    ['script of a frame while 10,000 notes are laid out, p95 / most, ms', `${ms(graph.p95)} / ${ms(graph.most)}`],
    ['longest task meanwhile, ms', ms(graph.longest)],
    ['memory of the tab, its script / all, MB', `${memory.heapMb.toFixed(0)} / ${memory.wholeMb.toFixed(0)}`],
  ]
  return {
    tables: [{ title: 'The page on 10,000 notes and 575 agents', columns: ['', 'figure'], rows }],
    checks: [
      { what: 'first paint to the bare script', value: paint.page / paint.bare, target: { atMost: 1.3 }, unit: '×' },
      { what: 'typed until shown, p95', value: quantile(typed.shown, 0.95), target: { atMost: 150 }, unit: ' ms' },
      { what: 'beyond the server, p95', value: quantile(typed.beyond, 0.95), target: { atMost: 30 }, unit: ' ms' },
      { what: 'first screen of a long note', value: long.first / 1000, target: { atMost: 1 }, unit: ' s' },
      { what: 'script of a frame, p95', value: graph.p95, target: { atMost: 16 }, unit: ' ms' },
      { what: 'longest task', value: graph.longest, target: { atMost: 200 }, unit: ' ms' },
      { what: 'memory of the tab', value: memory.wholeMb, target: { atMost: 250 }, unit: ' MB' },
    ],
  }
}

/** First contentful paint without the browser's cache, one after the other; medians. The bare page paints a dot, no more. */
async function firstPaint(page: Page, origin: string): Promise<{ readonly page: number; readonly bare: number }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.route(`${origin}/app/bare`, async (route) => {
    const answer = await route.fetch({ url: `${origin}/app/` })
    const dot = '<script type="module" src="./dot.js"></script></body>'
    const body = (await answer.text()).replace('<div id="page"></div>', '').replace('</body>', dot)
    await route.fulfill({ response: answer, body })
  })
  // Runs after the script of the page, as all modules run in the order in which they stand.
  const script = { contentType: 'text/javascript', body: "document.body.append('.')" }
  await page.route(`${origin}/app/dot.js`, async (route) => await route.fulfill(script))
  const times: { page: number[]; bare: number[] } = { page: [], bare: [] }
  for (let round = 0; round < 42; round += 1)
    for (const which of ['bare', 'page'] as const) {
      await page.goto(`${origin}/app/${which === 'bare' ? 'bare' : ''}`)
      const painted = await page.waitForFunction(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      )
      if (round >= 2) times[which].push((await painted.jsonValue()) ?? Number.NaN)
    }
  await devtools.detach()
  return { page: median(times.page), bare: median(times.bare) }
}

type Typed = { readonly shown: number[]; readonly beyond: number[] }

/** Letter by letter, each when the one before is answered by words. */
async function typing(page: Page, origin: string): Promise<Typed> {
  await page.addInitScript(noteWords)
  await page.goto(`${origin}/app/`)
  const box = page.getByRole('combobox')
  await box.waitFor()
  const found: Typed = { shown: [], beyond: [] }
  for (const query of syntheticQueries(14)) {
    await box.fill('')
    for (const letter of query.slice(0, 16)) {
      const waited = page.evaluate(shownAfterInput)
      await box.pressSequentially(letter)
      const { shown, server } = await waited
      if (Number.isNaN(server)) continue
      found.shown.push(shown)
      found.beyond.push(shown - server)
    }
  }
  return found
}

/** In the page: keeps when words are asked for. Meaning is asked for later, once nobody types, and is not what is waited for. */
function noteWords(): void {
  const { fetch } = globalThis
  const times: number[] = []
  Object.assign(globalThis, { wordsAskedAt: times })
  globalThis.fetch = async (address, init) => {
    const { body } = init ?? {}
    if (typeof body === 'string' && body.includes('"by":"words"')) times.push(performance.now())
    return await fetch(address, init)
  }
}

/** In the page: how long after the next input its answer by words stands there, and how long the server took of that. */
async function shownAfterInput(): Promise<{ shown: number; server: number }> {
  const { promise, resolve } = Promise.withResolvers<{ shown: number; server: number }>()
  // Only some hundreds are kept.
  performance.clearResourceTimings()
  addEventListener(
    'input',
    ({ timeStamp: from }) => {
      const look = (): void => {
        const began = (globalThis as unknown as { wordsAskedAt: number[] }).wordsAskedAt.find((at) => at >= from)
        const asked = performance
          .getEntriesByType('resource')
          .find(({ name, startTime }) => name.includes('search.everything') && startTime >= (began ?? Infinity) - 1)
        const isShown = asked !== undefined && document.querySelector('[cmdk-list].late') === null
        if (isShown) resolve({ shown: performance.now() - from, server: (asked as PerformanceResourceTiming).duration })
        // What asks for nothing, such as a blank at the end, is not counted.
        else if (began === undefined && performance.now() - from > 2000)
          resolve({ shown: Number.NaN, server: Number.NaN })
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    },
    { once: true, capture: true },
  )
  return await promise
}

async function longNote(page: Page, origin: string): Promise<{ readonly first: number; readonly scrolled: number }> {
  await page.goto(`${origin}/app/note/Long.md`)
  return { first: await page.evaluate(firstLineAt), scrolled: await scrollOn(page) }
}

/** In the page: how long after the navigation began its text stands there. Looked at in each frame. */
async function firstLineAt(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const look = (): void => {
    const isShown = document.querySelector('article')?.textContent.includes('Line 3.') === true
    if (isShown) resolve(performance.now())
    else requestAnimationFrame(look)
  }
  look()
  return await promise
}

/** To its end as it is loaded so far, until there is more of it: the middle of ten times. */
async function scrollOn(page: Page): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 10; round += 1) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    const from = performance.now()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.waitForFunction((before) => document.documentElement.scrollHeight > before, height)
    times.push(performance.now() - from)
  }
  return median(times)
}

async function graphOf({ page, origin, devtools }: { page: Page; origin: string; devtools: CDPSession }) {
  const events: unknown[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  await devtools.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline', 'toplevel'] } })
  await page.goto(`${origin}/app/graph`)
  await page.getByRole('img').waitFor()
  await page.getByText('Drag to move, scroll to zoom').waitFor()
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await complete
  return mostScriptOfFrames(events)
}

/** Heap of its script, and all memory that its process shares with no other. */
async function memoryOf(context: BrowserContext, devtools: CDPSession) {
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('Performance.enable')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
  const browser = await context.browser()?.newBrowserCDPSession()
  const { processInfo } = (await browser?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  const sizes = await Promise.all(
    processInfo.filter(({ type }) => type === 'renderer').map(async ({ id }) => await privateMb(id)),
  )
  return { heapMb: heap / 1e6, wholeMb: Math.max(...sizes) }
}

async function privateMb(id: number): Promise<number> {
  const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '')
  const kilobytes = [...rollup.matchAll(/^Private_\w+:\s+(\d+)/gm)].map(([, size]) => Number(size))
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024
}
