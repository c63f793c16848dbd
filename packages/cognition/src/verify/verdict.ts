/** Whether a criterion holds, and what shows it. */
export type Verdict = { readonly holds: boolean; readonly evidence: string }

export function yes(evidence: string): Verdict {
  return { holds: true, evidence }
}

export function no(evidence: string): Verdict {
  return { holds: false, evidence }
}
