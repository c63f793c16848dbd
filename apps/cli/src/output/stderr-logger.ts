import type { Logger } from '@datacortex/plugin'
import { escapedJson } from '@datacortex/wording'

/** A logger for code of modules: JSON lines on stderr, from the level that `DATACORTEX_LOG` names, else warnings. */
export async function stderrLogger(): Promise<Logger> {
  const { pino } = await import('pino')
  const wanted = process.env['DATACORTEX_LOG'] ?? ''
  // A misspelt level is no reason to stop.
  const level = Object.hasOwn(pino.levels.values, wanted) || wanted === 'silent' ? wanted : 'warn'
  const stderr = pino.destination({ dest: 2, sync: true })
  // A terminal that hung up takes no more lines, and nobody reads them.
  stderr.on('error', () => {})
  const logger = pino({ level }, { write: (line) => stderr.write(escapedJson(line)) })
  return {
    debug: (facts, message) => logger.debug(facts, message),
    info: (facts, message) => logger.info(facts, message),
    warn: (facts, message) => logger.warn(facts, message),
    error: (facts, message) => logger.error(facts, message),
  }
}
