// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

library DecimalText {
    function write(uint256 value) internal pure returns (string memory) {
        if (value < 10) return string(abi.encodePacked(digit(value)));
        return string(abi.encodePacked(write(value / 10), digit(value % 10)));
    }

    function digit(uint256 value) private pure returns (bytes1) {
        return bytes1(uint8(48 + value));
    }
}
