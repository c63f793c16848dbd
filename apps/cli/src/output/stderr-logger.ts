import type { Logger } from '@datacortex/plugin'

/**
 * A logger for code of modules: JSON lines on stderr, warnings and errors unless `DATACORTEX_LOG` says another level.
 *
 * @example const log = await stderrLogger()
 */
export async function stderrLogger(): Promise<Logger> {
  const { pino } = await import('pino')
  const logger = pino({ level: process.env['DATACORTEX_LOG'] || 'warn' }, pino.destination({ dest: 2, sync: true }))
  return {
    debug: (facts, message) => logger.debug(facts, message),
    info: (facts, message) => logger.info(facts, message),
    warn: (facts, message) => logger.warn(facts, message),
    error: (facts, message) => logger.error(facts, message),
  }
}
