// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// RFC 4648 with padding; plain rather than fast.
library Base64 {
    bytes private constant ALPHABET =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    function encode(bytes memory data) internal pure returns (string memory) {
        bytes memory alphabet = ALPHABET;
        uint256 groups = (data.length + 2) / 3;
        bytes memory text = new bytes(groups * 4);
        for (uint256 group = 0; group < groups; group++) {
            uint256 left = data.length - group * 3;
            uint256 bits = uint256(uint8(data[group * 3])) << 16;
            if (left > 1) bits |= uint256(uint8(data[group * 3 + 1])) << 8;
            if (left > 2) bits |= uint256(uint8(data[group * 3 + 2]));
            text[group * 4] = alphabet[bits >> 18];
            text[group * 4 + 1] = alphabet[(bits >> 12) & 63];
            text[group * 4 + 2] = left > 1 ? alphabet[(bits >> 6) & 63] : bytes1("=");
            text[group * 4 + 3] = left > 2 ? alphabet[bits & 63] : bytes1("=");
        }
        return string(text);
    }
}
