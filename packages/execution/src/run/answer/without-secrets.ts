import { type Finding, warningFinding } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { type ConcealedText, readSecretValues } from '../../context/secret-values.ts'
import type { Attempts } from '../run-attempts.ts'
import { withoutSequences } from './readable-answer.ts'

/** What came of a run without secrets, as a server may send back the key that it was asked with, and without colours. */
export async function withoutSecrets(
  paths: SpacePaths,
  { id, attempts, names }: { id: string; attempts: Attempts; names: readonly string[] },
) {
  const secrets = await readSecretValues(paths, { names })
  const found = new Set<string>()
  const noted = ({ text, concealed }: ConcealedText): string => {
    for (const name of concealed) found.add(name)
    return text
  }
  const cleaned = cleanAttempts(attempts, {
    whole: (text) => noted(secrets.conceal(withoutSequences(text))),
    cut: (text) => noted(secrets.concealCut(withoutSequences(text))),
  })
  return {
    attempts: cleaned,
    findings: found.size === 0 ? [] : [concealedSecrets(id, [...found])],
    /** Whether a text, such as that of a file, holds a secret too. */
    holdsSecret: (text: string) => secrets.conceal(text).concealed.length > 0,
  }
}

type Clean = { readonly whole: (text: string) => string; readonly cut: (text: string) => string }

function cleanAttempts(attempts: Attempts, clean: Clean): Attempts {
  const partialText = clean.cut(attempts.partialText)
  if (attempts.ended === 'aborted') return { ...attempts, partialText }
  if (attempts.ended !== 'answered') {
    const { failure, hint } = attempts
    const reported = hint === undefined ? undefined : clean.whole(hint)
    // Messages quote the beginning of what was said.
    return { ...attempts, partialText, failure: { ...failure, message: clean.cut(failure.message) }, hint: reported }
  }
  const { result } = attempts
  const { insights, remarks } = result
  return {
    ...attempts,
    partialText,
    result: {
      ...result,
      text: result.status === 'partial' ? clean.cut(result.text) : clean.whole(result.text),
      ...(insights === undefined ? {} : { insights: insights.map(clean.whole) }),
      ...(remarks === undefined ? {} : { remarks: remarks.map(clean.whole) }),
    },
  }
}

function concealedSecrets(id: string, names: readonly string[]): Finding {
  return warningFinding('EXECUTION_SECRET_CONCEALED', id, {
    message: `What the runner of ${id} said held a secret, which was taken out: ${names.join(', ')}.`,
    hint: 'The one who answered knows it: consider a new one.',
  })
}
