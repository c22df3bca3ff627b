/** Solves linear equations with Gaussian elimination: returns x with rows · x = values. The rows must be independent. */
export function solve(rows: readonly (readonly number[])[], values: readonly number[]): number[] {
  const matrix = rows.map((row, index) => [...row, values[index]]);
  for (let column = 0; column < matrix.length; column++) {
    // The largest divisor causes the smallest rounding errors.
    let pivot = column;
    for (let row = column + 1; row < matrix.length; row++)
      if (Math.abs(matrix[row][column]) > Math.abs(matrix[pivot][column])) pivot = row;
    [matrix[column], matrix[pivot]] = [matrix[pivot], matrix[column]];
    for (let row = 0; row < matrix.length; row++) {
      if (row === column) continue;
      const factor = matrix[row][column] / matrix[column][column];
      if (factor) matrix[row] = matrix[row].map((value, index) => value - factor * matrix[column][index]);
    }
  }
  return matrix.map((row, index) => row[matrix.length] / row[index]);
}
