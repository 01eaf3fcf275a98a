/** What an adapter covers, written down by evidence. */
import { type Coverage, EVIDENCE, type Evidence, type Feature } from './contract.ts';

/** The features that cases of each kind of evidence show; for one named twice the better evidence holds. */
export function covers(by: Partial<Record<Evidence, readonly Feature[]>>): Coverage {
  const coverage: Partial<Record<Feature, Evidence>> = {};
  for (const evidence of EVIDENCE) for (const feature of by[evidence] ?? []) coverage[feature] ??= evidence;
  return coverage;
}
