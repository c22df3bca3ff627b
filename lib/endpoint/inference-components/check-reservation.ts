import { error, Finding, warning } from '../../findings/finding';
import { checkCountRange, checkNumberRange } from '../../findings/ranges';
import { InstanceType } from '../../platform';
import { CopyReservation } from '../resolved/component';
import { isUnresolved } from '../../findings/is-unresolved';

const MIN_CPU_CORES = 0.25;
const MIN_MEMORY_MIB = 128;

/**
 * On ml.g5.xlarge with 16 GiB, users have seen SageMaker accept 1 GiB and reject 4 GiB. On ml.c5.xlarge with 8 GiB, SageMaker accepts 2 GiB,
 * and three copies of 1 GiB (hashicorp/terraform-provider-aws, inference_component_test.go, 2026-07).
 */
const SMALL_INSTANCE_GIB = 16;
const ACCEPTED_ON_SMALL_GPU_INSTANCE_MIB = 1024;
const ACCEPTED_WITHOUT_GPU = 3 / 8;

/** The share of an instance's memory that a notebook of AWS calls the maximum (codellama-34b-13B). */
const USABLE_MEMORY = 0.85;

/** Checks what a copy reserves (API model of SageMaker in botocore 1.44.8) against what the instance type has. */
export function checkReservation(reservation: CopyReservation, instanceType: InstanceType): Finding[] {
  const { gpuCount, cpuCores, minMemory, maxMemory } = reservation;
  const ruleId = 'ic.reservation';
  const { gpuCount: gpus, vcpus, memory } = instanceType;
  return [
    ...checkCountRange(gpuCount, { ruleId, field: 'gpuCount', minimum: 0 }),
    ...checkNumberRange(cpuCores, { ruleId, field: 'cpuCores', minimum: MIN_CPU_CORES }),
    ...checkCountRange(minMemory, { ruleId, field: 'minMemory', minimum: MIN_MEMORY_MIB }, 'MiB'),
    ...checkCountRange(maxMemory, { ruleId, field: 'maxMemory', minimum: MIN_MEMORY_MIB }, 'MiB'),
    ...(maxMemory !== undefined && ![minMemory, maxMemory].some(isUnresolved) && maxMemory < minMemory
      ? [error(ruleId, 'maxMemory', `got ${maxMemory} MiB; allowed: at least the minMemory of ${minMemory} MiB`)]
      : []),
    ...atMost('gpuCount', gpuCount, gpus, `${gpus} ${gpus === 1 ? 'GPU' : 'GPUs'}`, instanceType),
    ...atMost('cpuCores', cpuCores, vcpus, `${vcpus} vCPUs`, instanceType),
    ...atMost(
      'minMemory',
      minMemory,
      memory?.toMebibytes(),
      `${memory?.toMebibytes()} MiB of memory`,
      instanceType,
      ' MiB',
    ),
    ...checkUsableMemory(minMemory, instanceType),
  ];
}

/** A copy must fit on one instance: SageMaker does not split a copy. */
function atMost(
  field: string,
  value: number | undefined,
  available: number | undefined,
  description: string,
  instanceType: InstanceType,
  unit = '',
): Finding[] {
  if (value === undefined || available === undefined || !(value > available)) return [];
  const message = `got ${value}${unit} for each copy; allowed: at most what one instance has: ${instanceType} has ${description}`;
  return [error('ic.reservation', field, message)];
}

/** Warns about memory that SageMaker may reject. AWS does not document how much memory of an instance copies can reserve. */
function checkUsableMemory(minMemory: number, { memory, gpuCount, name }: InstanceType): Finding[] {
  const mebibytes = memory?.toMebibytes();
  if (mebibytes === undefined || minMemory > mebibytes) return [];
  const acceptedOnSmall = gpuCount === 0 ? ACCEPTED_WITHOUT_GPU * mebibytes : ACCEPTED_ON_SMALL_GPU_INSTANCE_MIB;
  const usable = Math.floor(mebibytes <= SMALL_INSTANCE_GIB * 1024 ? acceptedOnSmall : USABLE_MEMORY * mebibytes);
  if (minMemory <= usable) return [];
  const message =
    `got ${minMemory} MiB on ${name} (${mebibytes} MiB), of which SageMaker keeps a part that AWS does not document; it may find no ` +
    `instance for a copy ("not enough hardware resources"): reserve at most ${usable} MiB. A copy can use more memory than it reserves`;
  return [warning('ic.memory', 'minMemory', message)];
}
