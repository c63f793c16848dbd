import type { Finding } from '@datacortex/errors'
import { answerNotKept } from './keep-outputs.ts'
import { notLogged } from '../log-run.ts'

/**
 * What of a run could not be kept: its answer, or its entry in the log. Anyone who waits for the run has the answer, and nobody
 * will find it later.
 * @example if (unkeptOf(run.findings).length > 0) process.exitCode = 1
 */
export function unkeptOf(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ code }) => code === answerNotKept || code === notLogged)
}
