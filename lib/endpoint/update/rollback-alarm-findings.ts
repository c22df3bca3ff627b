import { CfnAlarm, IAlarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Finding, error } from '../../findings/finding';
import { UpdateProps } from './update-props';

/** SageMaker takes at most so many alarms to roll a deployment back on (API reference, AutoRollbackConfig). */
const MAX_ALARMS = 10;
const FIELD = 'updateStrategy.rollbackAlarms';

/**
 * What is wrong with the alarms that users add.
 *
 * @param own how many the endpoint has itself
 */
export function rollbackAlarmFindings({ autoRollback, rollbackAlarms = [] }: UpdateProps, own: number): Finding[] {
  const given = rollbackAlarms.length;
  if (autoRollback === false) {
    const message = `got ${given} alarms with autoRollback: false; allowed: alarms only with rollback`;
    return given === 0 ? [] : [error('sm.deploy-alarms', FIELD, message)];
  }
  const tooMany = `got ${given} alarms beside the endpoint's own ${own}; allowed: ${MAX_ALARMS} in all; a composite alarm stands for several`;
  return [
    ...(given + own > MAX_ALARMS ? [error('sm.deploy-alarms', FIELD, tooMany)] : []),
    ...rollbackAlarms.filter(breaksInSilence).map(({ node }) => {
      const message = `got ${node.path}, which treats missing data as breaching; allowed: any other treatment, since a quiet minute would undo deployments`;
      return error('cw.rollback-missing-data', FIELD, message);
    }),
  ];
}

function breaksInSilence({ node }: IAlarm): boolean {
  return node.defaultChild instanceof CfnAlarm && node.defaultChild.treatMissingData === TreatMissingData.BREACHING;
}
