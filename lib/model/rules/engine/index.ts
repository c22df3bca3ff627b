import type { FileRule } from '../local-model';
import { engineBuildRules } from './builds';
import { planFormatRules } from './plan-format';
import { profileUseRules } from './profile-use';
import { engineProfileRules } from './profiles';
import { engineProvenanceRules } from './provenance';
import { engineTypeRules } from './types';

/** Rules for engines: those that the deployment builds, and those that exist. */
export const engineRules: FileRule[] = [
  ...planFormatRules,
  ...engineProvenanceRules,
  ...engineBuildRules,
  ...engineProfileRules,
  ...profileUseRules,
  ...engineTypeRules,
];
