// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

/// @title The average of fixed-point numbers that differ in their decimals
library FixedPointAverage {
    uint8 internal constant MOST_DECIMALS = 18;

    /// @param values At least one, each times 10^ of its `valueDecimals`; between -1e38 and 1e38.
    /// @param valueDecimals As many, 0 to {MOST_DECIMALS}.
    /// @return The average, rounded toward zero.
    /// @return Its decimals: the most frequent, the smallest of equally frequent ones, fewer where it does not fit.
    function average(int128[] memory values, uint8[] memory valueDecimals) internal pure returns (int128, uint8) {
        uint256[] memory frequencies = new uint256[](MOST_DECIMALS + 1);
        int256 sum;
        for (uint256 i = 0; i < values.length; i++) {
            sum += values[i] * _power(MOST_DECIMALS - valueDecimals[i]);
            frequencies[valueDecimals[i]]++;
        }
        uint8 mostFrequent;
        for (uint8 i = 1; i <= MOST_DECIMALS; i++) {
            if (frequencies[i] > frequencies[mostFrequent]) mostFrequent = i;
        }
        return _scaled(sum / int256(values.length), mostFrequent);
    }

    function _scaled(int256 value, uint8 wanted) private pure returns (int128, uint8) {
        uint8 decimals = wanted;
        int256 scaled = value / _power(MOST_DECIMALS - decimals);
        while (scaled != int128(scaled)) scaled = value / _power(MOST_DECIMALS - --decimals);
        return (int128(scaled), decimals);
    }

    function _power(uint8 exponent) private pure returns (int256) {
        return int256(10 ** uint256(exponent));
    }
}
