/** Keeps ONNX Runtime from reporting to its makers. It looks at this once, as it is loaded. */
export function switchOffReports(): void {
  process.env['ORT_DISABLE_TELEMETRY'] = '1'
}

export async function loadRuntime(): Promise<typeof import('onnxruntime-node')> {
  switchOffReports()
  return await import('onnxruntime-node')
}
