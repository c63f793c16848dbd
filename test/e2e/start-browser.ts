import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'

/** Chromium comes from npm for Linux on x64; elsewhere an installed Chrome or Edge has to do. */
export async function startBrowser(): Promise<Browser> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { default: bundled } = await import('@sparticuz/chromium')
    // With one process for all, it ends when one window does.
    const args = bundled.args.filter((one) => one !== '--single-process' && one !== '--no-zygote')
    const executablePath = await unpacked(bundled)
    const launch = async (): Promise<Browser> => await chromium.launch({ executablePath, args, headless: true })
    // Now and then it crashes in the C library while it starts, of which the tests are to know nothing.
    return await launch().catch(launch).catch(launch).catch(launch)
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

/**
 * It is unpacked into the temporary folder, where tests leave nothing: once into another one that is kept. To unpack it again
 * changes libraries that a browser of another process has open.
 */
async function unpacked(bundled: { executablePath: () => Promise<string> }): Promise<string> {
  const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))
  const folder = join(cache, 'datacortex-browser')
  const program = join(folder, 'chromium')
  if (existsSync(program)) return program
  await mkdir(cache, { recursive: true })
  const before = process.env['TMPDIR']
  const fresh = await mkdtemp(join(cache, 'datacortex-browser-'))
  process.env['TMPDIR'] = fresh
  try {
    await bundled.executablePath()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
  // Another process may have been first.
  await rename(fresh, folder).catch(async () => await rm(fresh, { recursive: true }))
  return program
}
