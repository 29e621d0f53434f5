/** Of a file that is read; whoever takes files in has no other limit. */
export const mostFileBytes = 10_000_000
